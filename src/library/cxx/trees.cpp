/* Insertion into the red-black trees of std::map and its like. On which side a node belongs is what
 * a comparison said, and so a decision; the rest is the textbook's. */
#include <set>

namespace std {

namespace {

using Node = _Rb_tree_node_base;
using Child = Node *Node::*; // _M_left or _M_right

/* The place that holds `node`: its parent's, or the header's. */
Node *&placeOf(Node *node, Node &header) {
  if (header._M_parent == node)
    return header._M_parent;
  Node *parent = node->_M_parent;
  return parent->_M_left == node ? parent->_M_left : parent->_M_right;
}

/* `node` goes down on its `side`; its child of the other side takes its place. */
void rotate(Node *node, Child side, Child otherSide, Node &header) {
  Node *up = node->*otherSide;
  placeOf(node, header) = up;
  up->_M_parent = node->_M_parent;
  node->*otherSide = up->*side;
  if (up->*side)
    (up->*side)->_M_parent = node;
  up->*side = node;
  node->_M_parent = up;
}

/* No red node has a red parent. */
void rebalance(Node *node, Node &header) {
  while (node != header._M_parent && node->_M_parent->_M_color == _S_red) {
    Node *parent = node->_M_parent, *top = parent->_M_parent;
    const bool isLeft = parent == top->_M_left;
    const Child side = isLeft ? &Node::_M_left : &Node::_M_right;
    const Child otherSide = isLeft ? &Node::_M_right : &Node::_M_left;
    Node *uncle = top->*otherSide;
    top->_M_color = _S_red;
    if (uncle && uncle->_M_color == _S_red) {
      parent->_M_color = uncle->_M_color = _S_black;
      node = top;
      continue;
    }
    if (node == parent->*otherSide) {
      rotate(parent, side, otherSide, header);
      parent = node;
    }
    parent->_M_color = _S_black;
    rotate(top, otherSide, side, header);
    break;
  }
  header._M_parent->_M_color = _S_black;
}

} // namespace

void _Rb_tree_insert_and_rebalance(const bool insertLeft, Node *node, Node *parent,
                                   Node &header) noexcept {
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (insertLeft) {
    parent->_M_left = node; // of an empty tree, the header: then it is the leftmost as well
    if (parent == &header)
      header._M_parent = header._M_right = node;
    else if (parent == header._M_left)
      header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right)
      header._M_right = node;
  }
  rebalance(node, header);
}

} // namespace std
