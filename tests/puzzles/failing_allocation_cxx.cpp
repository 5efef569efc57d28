// C++ that asks for memory as C does.
// EXPECT: exit 0
// EXPECT: covered 4 of 4
// EXPECT: emitted pincer::FailingAllocations failing
#include <cstdlib>
#include <vector>

class Buffer {
public:
  explicit Buffer(unsigned size) : data_(static_cast<char *>(std::malloc(size % 64 + 1))) {}
  ~Buffer() { std::free(data_); }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  bool isThere() const { return data_ != nullptr; }
  int first() {
    if (!isThere())
      return -1;
    data_[0] = 3;
    return data_[0];
  }

private:
  char *data_;
};

// What thunks make to show the result is no request of the subject's.
std::vector<int> numbers(unsigned count) { return std::vector<int>(count % 4, 7); }

int make() {
  void *p = calloc(2, 2);
  const int result = p ? 0 : 1;
  free(p);
  return result;
}
