// A doubly linked list of numbers with a cursor.
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <utility>

class List {
public:
  List() = default;
  List(std::initializer_list<int> values) {
    for (const int value : values)
      pushBack(value);
  }
  List(const List &other) {
    for (const Node *node = other.first_; node; node = node->next)
      pushBack(node->value);
  }
  List(List &&other) noexcept { swap(other); }
  List &operator=(List other) noexcept {
    swap(other);
    return *this;
  }
  ~List() { clear(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  int front() const {
    if (!first_)
      throw std::out_of_range("front of an empty list");
    return first_->value;
  }

  int back() const {
    if (!last_)
      throw std::out_of_range("back of an empty list");
    return last_->value;
  }

  void pushFront(int value) { insertBefore(first_, value); }
  void pushBack(int value) { insertBefore(nullptr, value); }

  int popFront() {
    const int value = front();
    unlink(first_);
    return value;
  }

  int popBack() {
    const int value = back();
    unlink(last_);
    return value;
  }

  int at(std::size_t index) const { return nodeAt(index)->value; }

  void insert(std::size_t index, int value) {
    if (index > size_)
      throw std::out_of_range("insert behind the end");
    insertBefore(index == size_ ? nullptr : nodeAt(index), value);
  }

  void erase(std::size_t index) { unlink(nodeAt(index)); }

  /// Removes all elements with this value; returns how many.
  std::size_t remove(int value) {
    std::size_t removed = 0;
    for (Node *node = first_; node;) {
      Node *const next = node->next;
      if (node->value == value) {
        unlink(node);
        ++removed;
      }
      node = next;
    }
    return removed;
  }

  /// Where the value stands first; the size of the list if nowhere.
  std::size_t indexOf(int value) const {
    std::size_t index = 0;
    for (const Node *node = first_; node && node->value != value; node = node->next)
      ++index;
    return index;
  }

  void reverse() {
    for (Node *node = first_; node; node = node->previous)
      std::swap(node->next, node->previous);
    std::swap(first_, last_);
    cursor_ = nullptr;
  }

  bool isSorted() const {
    for (const Node *node = first_; node && node->next; node = node->next)
      if (node->value > node->next->value)
        return false;
    return true;
  }

  void sort() {
    for (Node *node = first_ ? first_->next : nullptr; node; node = node->next)
      for (Node *at = node; at->previous && at->previous->value > at->value; at = at->previous)
        std::swap(at->value, at->previous->value);
  }

  /// Removes repeats that stand side by side.
  void unique() {
    for (Node *node = first_; node && node->next;)
      if (node->value == node->next->value)
        unlink(node->next);
      else
        node = node->next;
  }

  /// Takes all elements of the other list, behind one's own.
  void splice(List &other) {
    if (&other == this || !other.first_)
      return;
    if (last_) {
      last_->next = other.first_;
      other.first_->previous = last_;
    } else {
      first_ = other.first_;
    }
    last_ = other.last_;
    size_ += other.size_;
    other.first_ = other.last_ = other.cursor_ = nullptr;
    other.size_ = 0;
  }

  /// The cursor steps through the list; it stays at the end.
  bool rewind() {
    cursor_ = first_;
    return cursor_ != nullptr;
  }
  bool step() {
    if (cursor_)
      cursor_ = cursor_->next;
    return cursor_ != nullptr;
  }
  int current() const {
    if (!cursor_)
      throw std::logic_error("no current element");
    return cursor_->value;
  }
  /// Removes the current element; the next one is current then.
  bool eraseCurrent() {
    if (!cursor_)
      return false;
    Node *const gone = cursor_;
    cursor_ = gone->next;
    unlink(gone);
    return true;
  }

  void clear() {
    while (first_)
      unlink(first_);
  }

  friend bool operator==(const List &a, const List &b) {
    if (a.size_ != b.size_)
      return false;
    for (const Node *x = a.first_, *y = b.first_; x; x = x->next, y = y->next)
      if (x->value != y->value)
        return false;
    return true;
  }

private:
  struct Node {
    int value;
    Node *previous, *next;
  };

  Node *nodeAt(std::size_t index) const {
    if (index >= size_)
      throw std::out_of_range("no such element");
    Node *node;
    if (index < size_ / 2)
      for (node = first_; index > 0; --index)
        node = node->next;
    else
      for (node = last_, index = size_ - 1 - index; index > 0; --index)
        node = node->previous;
    return node;
  }

  void insertBefore(Node *next, int value) {
    Node *const previous = next ? next->previous : last_;
    Node *const node = new Node{value, previous, next};
    (previous ? previous->next : first_) = node;
    (next ? next->previous : last_) = node;
    ++size_;
  }

  void unlink(Node *node) {
    (node->previous ? node->previous->next : first_) = node->next;
    (node->next ? node->next->previous : last_) = node->previous;
    if (node == cursor_)
      cursor_ = nullptr;
    --size_;
    delete node;
  }

  void swap(List &other) noexcept {
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(cursor_, other.cursor_);
    std::swap(size_, other.size_);
  }

  Node *first_ = nullptr, *last_ = nullptr, *cursor_ = nullptr;
  std::size_t size_ = 0;
};
