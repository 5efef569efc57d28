/* A red-black tree with parent pointers, as text books have it, and a driver as in Fig. 3 of "Hybrid Concolic
 * Testing" (Majumdar, Sen): an endless loop in which inputs choose the operation and its key. */
#include <stddef.h>
#include <stdlib.h>

enum color { RED, BLACK };

struct node {
  int key, count;
  enum color color;
  struct node *parent, *left, *right;
};

struct tree {
  struct node *root;
  int size;
};

static void rotateLeft(struct tree *tree, struct node *node) {
  struct node *up = node->right;
  node->right = up->left;
  if (up->left)
    up->left->parent = node;
  up->parent = node->parent;
  if (!node->parent)
    tree->root = up;
  else if (node == node->parent->left)
    node->parent->left = up;
  else
    node->parent->right = up;
  up->left = node;
  node->parent = up;
}

static void rotateRight(struct tree *tree, struct node *node) {
  struct node *up = node->left;
  node->left = up->right;
  if (up->right)
    up->right->parent = node;
  up->parent = node->parent;
  if (!node->parent)
    tree->root = up;
  else if (node == node->parent->right)
    node->parent->right = up;
  else
    node->parent->left = up;
  up->right = node;
  node->parent = up;
}

static struct node *findNode(const struct tree *tree, int key) {
  struct node *node = tree->root;
  while (node && node->key != key)
    node = key < node->key ? node->left : node->right;
  return node;
}

static void repairAfterInsert(struct tree *tree, struct node *node) {
  while (node->parent && node->parent->color == RED) {
    struct node *parent = node->parent, *grand = parent->parent;
    if (parent == grand->left) {
      struct node *uncle = grand->right;
      if (uncle && uncle->color == RED) {
        parent->color = uncle->color = BLACK;
        grand->color = RED;
        node = grand;
        continue;
      }
      if (node == parent->right) {
        rotateLeft(tree, parent);
        node = parent;
        parent = node->parent;
      }
      parent->color = BLACK;
      grand->color = RED;
      rotateRight(tree, grand);
    } else {
      struct node *uncle = grand->left;
      if (uncle && uncle->color == RED) {
        parent->color = uncle->color = BLACK;
        grand->color = RED;
        node = grand;
        continue;
      }
      if (node == parent->left) {
        rotateRight(tree, parent);
        node = parent;
        parent = node->parent;
      }
      parent->color = BLACK;
      grand->color = RED;
      rotateLeft(tree, grand);
    }
  }
  tree->root->color = BLACK;
}

static struct node *insertKey(struct tree *tree, int key) {
  struct node *parent = NULL, **link = &tree->root;
  while (*link) {
    parent = *link;
    link = key < parent->key ? &parent->left : &parent->right;
  }
  struct node *node = calloc(1, sizeof *node);
  if (!node)
    exit(3);
  node->key = key;
  node->count = 1;
  node->color = RED;
  node->parent = parent;
  *link = node;
  tree->size++;
  repairAfterInsert(tree, node);
  return node;
}

static int addIfNotMember(struct tree *tree, int key) {
  struct node *found = findNode(tree, key);
  if (found) {
    found->count++;
    return 0;
  }
  insertKey(tree, key);
  return 1;
}

static void replaceNode(struct tree *tree, struct node *old, struct node *by) {
  if (!old->parent)
    tree->root = by;
  else if (old == old->parent->left)
    old->parent->left = by;
  else
    old->parent->right = by;
  if (by)
    by->parent = old->parent;
}

static int isBlack(const struct node *node) { return !node || node->color == BLACK; }

static void repairAfterDelete(struct tree *tree, struct node *node, struct node *parent) {
  while (node != tree->root && isBlack(node)) {
    if (node == parent->left) {
      struct node *sibling = parent->right;
      if (sibling->color == RED) {
        sibling->color = BLACK;
        parent->color = RED;
        rotateLeft(tree, parent);
        sibling = parent->right;
      }
      if (isBlack(sibling->left) && isBlack(sibling->right)) {
        sibling->color = RED;
        node = parent;
        parent = node->parent;
      } else {
        if (isBlack(sibling->right)) {
          sibling->left->color = BLACK;
          sibling->color = RED;
          rotateRight(tree, sibling);
          sibling = parent->right;
        }
        sibling->color = parent->color;
        parent->color = BLACK;
        sibling->right->color = BLACK;
        rotateLeft(tree, parent);
        node = tree->root;
      }
    } else {
      struct node *sibling = parent->left;
      if (sibling->color == RED) {
        sibling->color = BLACK;
        parent->color = RED;
        rotateRight(tree, parent);
        sibling = parent->left;
      }
      if (isBlack(sibling->left) && isBlack(sibling->right)) {
        sibling->color = RED;
        node = parent;
        parent = node->parent;
      } else {
        if (isBlack(sibling->left)) {
          sibling->right->color = BLACK;
          sibling->color = RED;
          rotateLeft(tree, sibling);
          sibling = parent->left;
        }
        sibling->color = parent->color;
        parent->color = BLACK;
        sibling->left->color = BLACK;
        rotateRight(tree, parent);
        node = tree->root;
      }
    }
  }
  if (node)
    node->color = BLACK;
}

static void removeNode(struct tree *tree, struct node *node) {
  struct node *child, *parent;
  enum color removed = node->color;
  if (!node->left) {
    child = node->right;
    parent = node->parent;
    replaceNode(tree, node, child);
  } else if (!node->right) {
    child = node->left;
    parent = node->parent;
    replaceNode(tree, node, child);
  } else {
    struct node *next = node->right;
    while (next->left)
      next = next->left;
    removed = next->color;
    child = next->right;
    if (next->parent == node) {
      parent = next;
    } else {
      parent = next->parent;
      replaceNode(tree, next, next->right);
      next->right = node->right;
      next->right->parent = next;
    }
    replaceNode(tree, node, next);
    next->left = node->left;
    next->left->parent = next;
    next->color = node->color;
  }
  if (removed == BLACK)
    repairAfterDelete(tree, child, parent);
  free(node);
  tree->size--;
}

static int deleteIfMember(struct tree *tree, int key) {
  struct node *found = findNode(tree, key);
  if (!found)
    return 0;
  if (found->count > 1) {
    found->count--;
    return 1;
  }
  removeNode(tree, found);
  return 2;
}

static int countNodes(const struct node *node) {
  return node ? 1 + countNodes(node->left) + countNodes(node->right) : 0;
}

static int rangeCount(const struct node *node, int low, int high) {
  if (!node)
    return 0;
  if (node->key < low)
    return rangeCount(node->right, low, high);
  if (node->key > high)
    return rangeCount(node->left, low, high);
  return node->count + rangeCount(node->left, low, high) + rangeCount(node->right, low, high);
}

extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct tree tree = {NULL, 0};
  while (1) {
    int toss = __VERIFIER_nondet_int();
    if (toss < 0)
      toss = -toss;
    switch (toss % 6) {
    case 1:
      if (countNodes(tree.root) != tree.size)
        abort();
      break;
    case 2:
      addIfNotMember(&tree, __VERIFIER_nondet_int());
      break;
    case 3:
      deleteIfMember(&tree, __VERIFIER_nondet_int());
      break;
    case 4:
      findNode(&tree, __VERIFIER_nondet_int());
      break;
    case 5: {
      int low = __VERIFIER_nondet_int();
      if (rangeCount(tree.root, low, __VERIFIER_nondet_int()) > 12)
        return 1;
      break;
    }
    default:
      insertKey(&tree, __VERIFIER_nondet_int());
    }
  }
}
