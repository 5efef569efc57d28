// Memory that classes forget; and what their callers hold, or give away, and is none.
// RUN: --steps 12000
// EXPECT: exit 1
// EXPECT: finding memory-leak 19
// EXPECT: finding memory-leak 48
// EXPECT: emitted // memory-leak
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

class List {
public:
  ~List() { clear(); }
  List() = default;
  List(const List &) = delete;
  List &operator=(const List &) = delete;
  void push(int value) {
    first_ = new Node{value, first_}; // pop forgets it
    ++size_;
  }
  int pop() {
    if (size_ == 0)
      throw std::out_of_range("empty");
    Node *const node = first_;
    first_ = node->next;
    --size_;
    return node->value;
  }
  void clear() {
    while (first_)
      delete std::exchange(first_, first_->next);
    size_ = 0;
  }

private:
  struct Node {
    int value;
    Node *next;
  };
  Node *first_ = nullptr;
  int size_ = 0;
};

// What a constructor allocates before it throws nobody frees.
class Table {
public:
  explicit Table(int size) : cells_(new int[8]) {
    if (size > 8)
      throw std::length_error("too large");
    cells_[0] = size;
  }
  ~Table() { delete[] cells_; }
  Table(const Table &) = delete;
  Table &operator=(const Table &) = delete;
  int first() const { return cells_[0]; }

private:
  int *cells_;
};

std::shared_ptr<std::string> shared(const std::string &text) {
  return std::make_shared<std::string>(text);
}
class Name {
public:
  explicit Name(const std::string &text) : text_(text) {}
  bool isEmpty() const { return text_.empty(); }

private:
  std::string text_;
};
std::shared_ptr<Name> sharedName(const std::string &text) { return std::shared_ptr<Name>(new Name(text)); }
std::unique_ptr<Name> ownName(const std::string &text) { return std::make_unique<Name>(text); }
Name *rawName(const std::string &text) { return new Name(text); }
bool isGone(std::unique_ptr<Name> name) { return !name || name->isEmpty(); }

// Kept for as long as the program runs.
const Name &common() {
  static const Name *const name = new Name("common");
  return *name;
}
