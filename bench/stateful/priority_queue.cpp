// A binary heap of a bounded size, with handles by which priorities are changed.
#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

template <typename Priority, typename Compare = std::less<Priority>> class PriorityQueue {
public:
  using Handle = std::size_t;

  explicit PriorityQueue(std::size_t capacity = 16) : capacity_(capacity) {
    if (capacity == 0)
      throw std::invalid_argument("a queue without room");
  }

  bool empty() const { return heap_.empty(); }
  bool full() const { return heap_.size() == capacity_; }
  std::size_t size() const { return heap_.size(); }

  /// The handle of the new element; where the queue is full, none.
  std::optional<Handle> push(Priority priority) {
    if (full())
      return std::nullopt;
    const Handle handle = takeHandle();
    heap_.push_back({std::move(priority), handle});
    place_[handle] = heap_.size() - 1;
    siftUp(heap_.size() - 1);
    return handle;
  }

  const Priority &top() const {
    if (empty())
      throw std::out_of_range("top of an empty queue");
    return heap_.front().priority;
  }

  Priority pop() {
    Priority first = top();
    removeAt(0);
    return first;
  }

  bool contains(Handle handle) const { return handle < place_.size() && place_[handle] != nowhere; }

  bool remove(Handle handle) {
    if (!contains(handle))
      return false;
    removeAt(place_[handle]);
    return true;
  }

  bool change(Handle handle, Priority priority) {
    if (!contains(handle))
      return false;
    const std::size_t at = place_[handle];
    const bool isRaised = compare_(heap_[at].priority, priority);
    heap_[at].priority = std::move(priority);
    if (isRaised)
      siftUp(at);
    else
      siftDown(at);
    return true;
  }

  /// Whether every element stands where it may.
  bool isValid() const {
    for (std::size_t i = 0; i < heap_.size(); ++i)
      if (place_[heap_[i].handle] != i)
        return false;
    return true;
  }

  /// Takes what fits of the other queue, its first ones first; returns how many.
  std::size_t merge(PriorityQueue &other) {
    std::size_t taken = 0;
    if (&other == this)
      return taken;
    while (!full() && !other.empty()) {
      push(other.pop());
      ++taken;
    }
    return taken;
  }

private:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
  struct Entry {
    Priority priority;
    Handle handle;
  };

  Handle takeHandle() {
    if (free_.empty()) {
      place_.push_back(nowhere);
      return place_.size() - 1;
    }
    const Handle handle = free_.back();
    free_.pop_back();
    return handle;
  }

  void put(std::size_t at, Entry entry) {
    place_[entry.handle] = at;
    heap_[at] = std::move(entry);
  }

  void siftUp(std::size_t at) {
    Entry entry = std::move(heap_[at]);
    while (at > 0 && compare_(heap_[(at - 1) / 2].priority, entry.priority)) {
      put(at, std::move(heap_[(at - 1) / 2]));
      at = (at - 1) / 2;
    }
    put(at, std::move(entry));
  }

  void siftDown(std::size_t at) {
    Entry entry = std::move(heap_[at]);
    for (std::size_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
      if (child + 1 < heap_.size() && compare_(heap_[child].priority, heap_[child + 1].priority))
        ++child;
      if (!compare_(entry.priority, heap_[child].priority))
        break;
      put(at, std::move(heap_[child]));
    }
    put(at, std::move(entry));
  }

  void removeAt(std::size_t at) {
    const Handle handle = heap_[at].handle;
    Entry last = std::move(heap_.back());
    heap_.pop_back();
    place_[handle] = nowhere;
    free_.push_back(handle);
    if (at == heap_.size())
      return;
    put(at, std::move(last));
    siftUp(at);
    siftDown(at);
  }

  std::size_t capacity_;
  std::vector<Entry> heap_;
  std::vector<std::size_t> place_; // by handle
  std::vector<Handle> free_;
  Compare compare_;
};

template class PriorityQueue<int>;
