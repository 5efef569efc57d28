// A map from texts to numbers in a balanced (AVL) tree, with the mistakes that such classes are
// written with. Each is marked.
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

class OrderedMap {
public:
  OrderedMap() = default;
  OrderedMap(const OrderedMap &other) : root_(copy(other.root_)), size_(other.size_) {}
  OrderedMap(OrderedMap &&other) noexcept
      : root_(other.root_), size_(other.size_) { // MISTAKE 1: both own the tree
    other.size_ = 0;
  }
  OrderedMap &operator=(const OrderedMap &other) { // MISTAKE 2: of itself
    destroy(root_);
    root_ = copy(other.root_);
    size_ = other.size_;
    return *this;
  }
  ~OrderedMap() { destroy(root_); }

  std::size_t size() const { return size_; }

  void set(const std::string &key, int value) { root_ = insert(root_, key, value); }

  /// A copy of what the key stands for is kept until the next call.
  const int *find(const std::string &key) const {
    const Node *node = lookUp(key);
    return node ? &node->value : nullptr;
  }

  int at(const std::string &key) const {
    const Node *node = lookUp(key);
    if (!node)
      throw std::out_of_range("no such key");
    return node->value;
  }

  bool erase(const std::string &key) {
    const std::size_t before = size_;
    root_ = remove(root_, key);
    return size_ != before;
  }

  /// MISTAKE 3: the tree is not freed.
  void clear() {
    root_ = nullptr;
    size_ = 0;
  }

  /// MISTAKE 4: of no numbers.
  int average() const {
    std::vector<const Node *> nodes = inOrder();
    long sum = 0;
    for (const Node *node : nodes)
      sum += node->value;
    return static_cast<int>(sum / static_cast<long>(nodes.size()));
  }

  /// MISTAKE 5: an index of size() is one too many.
  std::string keyAt(std::size_t index) const {
    std::vector<const Node *> nodes = inOrder();
    if (index > nodes.size())
      throw std::out_of_range("no such index");
    return nodes[index]->key;
  }

  /// MISTAKE 6: an empty map has no smallest key.
  const std::string &smallest() const {
    const Node *node = root_;
    while (node->left)
      node = node->left;
    return node->key;
  }

  /// How many keys lie in [from, to).
  std::size_t count(const std::string &from, const std::string &to) const {
    if (to < from)
      throw std::invalid_argument("an empty range");
    std::size_t found = 0;
    for (const Node *node : inOrder())
      if (node->key >= from && node->key < to)
        ++found;
    return found;
  }

  /// MISTAKE 7: never set before the first call.
  int lastLookUps() const {
    if (lookUps_ > 100)
      return 100;
    return lookUps_;
  }
  bool has(const std::string &key) {
    lookUps_ = 0;
    const Node *node = root_;
    for (; node && node->key != key; node = key < node->key ? node->left : node->right)
      ++lookUps_;
    return node != nullptr;
  }

  int height() const { return heightOf(root_); }

  bool isBalanced() const { return isBalanced(root_); }

  /// MISTAKE 8: what equals is not less.
  friend bool operator<(const OrderedMap &a, const OrderedMap &b) { return a.size_ <= b.size_; }
  /// MISTAKE 9: not even a map equals itself if it holds a zero.
  friend bool operator==(const OrderedMap &a, const OrderedMap &b) {
    const std::vector<const Node *> x = a.inOrder(), y = b.inOrder();
    if (x.size() != y.size())
      return false;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i]->key != y[i]->key || x[i]->value != y[i]->value || !x[i]->value)
        return false;
    return true;
  }

private:
  struct Node {
    std::string key;
    int value;
    Node *left = nullptr, *right = nullptr;
    int height = 1;
  };

  static int heightOf(const Node *node) { return node ? node->height : 0; }
  static int leaning(const Node *node) { return heightOf(node->left) - heightOf(node->right); }
  static void measure(Node *node) {
    const int left = heightOf(node->left), right = heightOf(node->right);
    node->height = 1 + (left > right ? left : right);
  }

  static Node *rotateRight(Node *node) {
    Node *const left = node->left;
    node->left = left->right;
    left->right = node;
    measure(node);
    measure(left);
    return left;
  }
  static Node *rotateLeft(Node *node) {
    Node *const right = node->right;
    node->right = right->left;
    right->left = node;
    measure(node);
    measure(right);
    return right;
  }

  static Node *balance(Node *node) {
    measure(node);
    if (leaning(node) > 1) {
      if (leaning(node->left) < 0)
        node->left = rotateLeft(node->left);
      return rotateRight(node);
    }
    if (leaning(node) < -1) {
      if (leaning(node->right) > 0)
        node->right = rotateRight(node->right);
      return rotateLeft(node);
    }
    return node;
  }

  Node *insert(Node *node, const std::string &key, int value) {
    if (!node) {
      ++size_;
      return new Node{key, value};
    }
    if (key < node->key)
      node->left = insert(node->left, key, value);
    else if (key > node->key)
      node->right = insert(node->right, key, value);
    else
      node->value = value;
    return balance(node);
  }

  Node *remove(Node *node, const std::string &key) {
    if (!node)
      return nullptr;
    if (key < node->key) {
      node->left = remove(node->left, key);
    } else if (key > node->key) {
      node->right = remove(node->right, key);
    } else if (!node->left || !node->right) {
      Node *const child = node->left ? node->left : node->right;
      delete node;
      --size_;
      return child;
    } else {
      Node *next = node->right;
      while (next->left)
        next = next->left;
      node->key = next->key;
      node->value = next->value;
      node->right = remove(node->right, std::string(next->key));
    }
    return balance(node);
  }

  const Node *lookUp(const std::string &key) const {
    const Node *node = root_;
    while (node && node->key != key)
      node = key < node->key ? node->left : node->right;
    return node;
  }

  static Node *copy(const Node *node) {
    if (!node)
      return nullptr;
    return new Node{node->key, node->value, copy(node->left), copy(node->right), node->height};
  }
  static void destroy(Node *node) {
    if (!node)
      return;
    destroy(node->left);
    destroy(node->right);
    delete node;
  }

  static bool isBalanced(const Node *node) {
    return !node ||
           (std::abs(leaning(node)) <= 1 && isBalanced(node->left) && isBalanced(node->right));
  }

  std::vector<const Node *> inOrder() const {
    std::vector<const Node *> nodes, way;
    for (const Node *node = root_; node || !way.empty();) {
      if (node) {
        way.push_back(node);
        node = node->left;
        continue;
      }
      node = way.back();
      way.pop_back();
      nodes.push_back(node);
      node = node->right;
    }
    return nodes;
  }

  Node *root_ = nullptr;
  std::size_t size_ = 0;
  int lookUps_;
};
