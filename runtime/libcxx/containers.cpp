/* What <map>, <set> and <list> leave to the shared library: red-black trees (Cormen,
 * Leiserson, Rivest, Stein: Introduction to Algorithms, chapter 13) and links. The
 * header of a tree is no node: its parent is the root, left and right the extremes. */
#include <list>
#include <map>

namespace std {

typedef _Rb_tree_node_base Node;

static Node *leftmost(Node *x) {
    while (x->_M_left) x = x->_M_left;
    return x;
}

static Node *rightmost(Node *x) {
    while (x->_M_right) x = x->_M_right;
    return x;
}

Node *_Rb_tree_increment(Node *x) throw() {
    if (x->_M_right) return leftmost(x->_M_right);
    Node *y = x->_M_parent;
    for (; x == y->_M_right; y = y->_M_parent) x = y;
    /* From the root's header, whose right may be the root itself. */
    return x->_M_right != y ? y : x;
}

Node *_Rb_tree_decrement(Node *x) throw() {
    /* The header's predecessor is the greatest node. */
    if (x->_M_color == _S_red && x->_M_parent->_M_parent == x) return x->_M_right;
    if (x->_M_left) return rightmost(x->_M_left);
    Node *y = x->_M_parent;
    for (; x == y->_M_left; y = y->_M_parent) x = y;
    return y;
}

const Node *_Rb_tree_increment(const Node *x) throw() {
    return _Rb_tree_increment(const_cast<Node *>(x));
}

const Node *_Rb_tree_decrement(const Node *x) throw() {
    return _Rb_tree_decrement(const_cast<Node *>(x));
}

/* Puts y in the place that x has below its parent. */
static void replace(Node *x, Node *y, Node *&root) {
    Node *parent = x->_M_parent;
    if (x == root)
        root = y;
    else if (x == parent->_M_left)
        parent->_M_left = y;
    else
        parent->_M_right = y;
    if (y) y->_M_parent = parent;
}

static void rotate_left(Node *x, Node *&root) {
    Node *y = x->_M_right;
    x->_M_right = y->_M_left;
    if (y->_M_left) y->_M_left->_M_parent = x;
    replace(x, y, root);
    y->_M_left = x;
    x->_M_parent = y;
}

static void rotate_right(Node *x, Node *&root) {
    Node *y = x->_M_left;
    x->_M_left = y->_M_right;
    if (y->_M_right) y->_M_right->_M_parent = x;
    replace(x, y, root);
    y->_M_right = x;
    x->_M_parent = y;
}

void _Rb_tree_insert_and_rebalance(const bool left, Node *x, Node *parent,
                                   Node &header) throw() {
    Node *&root = header._M_parent;
    x->_M_parent = parent;
    x->_M_left = x->_M_right = 0;
    x->_M_color = _S_red;
    if (left) {
        parent->_M_left = x;
        if (parent == &header) {
            root = x;
            header._M_right = x;
        } else if (parent == header._M_left) {
            header._M_left = x;
        }
    } else {
        parent->_M_right = x;
        if (parent == header._M_right) header._M_right = x;
    }
    while (x != root && x->_M_parent->_M_color == _S_red) {
        Node *above = x->_M_parent, *top = above->_M_parent;
        bool is_left = above == top->_M_left;
        Node *uncle = is_left ? top->_M_right : top->_M_left;
        if (uncle && uncle->_M_color == _S_red) {
            above->_M_color = uncle->_M_color = _S_black;
            top->_M_color = _S_red;
            x = top;
            continue;
        }
        if (x == (is_left ? above->_M_right : above->_M_left)) {
            x = above;
            is_left ? rotate_left(x, root) : rotate_right(x, root);
        }
        x->_M_parent->_M_color = _S_black;
        top->_M_color = _S_red;
        is_left ? rotate_right(top, root) : rotate_left(top, root);
    }
    root->_M_color = _S_black;
}

/* One black node is missing on the way to x, a child of parent and maybe null. */
static void restore(Node *x, Node *parent, Node *&root) {
    while (x != root && (!x || x->_M_color == _S_black)) {
        bool is_left = x == parent->_M_left;
        Node *sibling = is_left ? parent->_M_right : parent->_M_left;
        if (sibling->_M_color == _S_red) {
            sibling->_M_color = _S_black;
            parent->_M_color = _S_red;
            is_left ? rotate_left(parent, root) : rotate_right(parent, root);
            sibling = is_left ? parent->_M_right : parent->_M_left;
        }
        Node *near = is_left ? sibling->_M_left : sibling->_M_right;
        Node *far = is_left ? sibling->_M_right : sibling->_M_left;
        bool near_red = near && near->_M_color == _S_red, far_red = far && far->_M_color == _S_red;
        if (!near_red && !far_red) {
            sibling->_M_color = _S_red;
            x = parent;
            parent = x->_M_parent;
            continue;
        }
        if (!far_red) {
            near->_M_color = _S_black;
            sibling->_M_color = _S_red;
            is_left ? rotate_right(sibling, root) : rotate_left(sibling, root);
            sibling = is_left ? parent->_M_right : parent->_M_left;
            far = is_left ? sibling->_M_right : sibling->_M_left;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        far->_M_color = _S_black;
        is_left ? rotate_left(parent, root) : rotate_right(parent, root);
        break;
    }
    if (x) x->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const z, Node &header) throw() {
    Node *&root = header._M_parent;
    if (header._M_left == z) header._M_left = z->_M_right ? leftmost(z->_M_right) : z->_M_parent;
    if (header._M_right == z) header._M_right = z->_M_left ? rightmost(z->_M_left) : z->_M_parent;
    Node *x, *parent;
    _Rb_tree_color removed = z->_M_color;
    if (z->_M_left && z->_M_right) {
        Node *y = leftmost(z->_M_right);
        removed = y->_M_color;
        x = y->_M_right;
        parent = y;
        if (y->_M_parent != z) {
            parent = y->_M_parent;
            replace(y, x, root);
            y->_M_right = z->_M_right;
            y->_M_right->_M_parent = y;
        }
        replace(z, y, root);
        y->_M_left = z->_M_left;
        y->_M_left->_M_parent = y;
        y->_M_color = z->_M_color;
        z->_M_color = removed;
    } else {
        x = z->_M_left ? z->_M_left : z->_M_right;
        parent = z->_M_parent;
        replace(z, x, root);
    }
    if (removed == _S_black && root) restore(x, parent, root);
    return z;
}

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const at) noexcept {
    _M_next = at;
    _M_prev = at->_M_prev;
    at->_M_prev->_M_next = this;
    at->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *const first,
                                  _List_node_base *const last) noexcept {
    if (this == last) return;
    _List_node_base *tail = last->_M_prev;
    first->_M_prev->_M_next = last;
    last->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    _M_prev->_M_next = first;
    tail->_M_next = this;
    _M_prev = tail;
}

void _List_node_base::_M_reverse() noexcept {
    _List_node_base *node = this;
    do {
        _List_node_base *next = node->_M_next;
        node->_M_next = node->_M_prev;
        node->_M_prev = next;
        node = next;
    } while (node != this);
}

void _List_node_base::swap(_List_node_base &x, _List_node_base &y) noexcept {
    _List_node_base *const both[2] = {&x, &y};
    bool empty[2] = {x._M_next == &x, y._M_next == &y};
    _List_node_base saved[2] = {x, y};
    for (int i = 0; i < 2; i++) {
        _List_node_base *to = both[i], &from = saved[1 - i];
        to->_M_next = empty[1 - i] ? to : from._M_next;
        to->_M_prev = empty[1 - i] ? to : from._M_prev;
        to->_M_next->_M_prev = to;
        to->_M_prev->_M_next = to;
    }
}

}  // namespace __detail

}  // namespace std

