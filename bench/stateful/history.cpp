// A text with undo and redo: the history is of bounded depth, saving marks a state, editing cuts
// what could be redone.
#include <cstddef>
#include <string>
#include <vector>

class Document {
public:
  explicit Document(std::size_t depth) : depth_(depth < 2 ? 2 : depth > 6 ? 6 : depth) {}

  void insert(char c) {
    remember();
    text_ += c;
  }
  bool remove() {
    if (text_.empty())
      return false;
    remember();
    text_.pop_back();
    return true;
  }
  bool undo() {
    if (at_ == 0)
      return false;
    if (at_ == states_.size())
      states_.push_back(text_);
    text_ = states_[--at_];
    ++undone_;
    return true;
  }
  bool redo() {
    if (at_ + 1 >= states_.size())
      return false;
    text_ = states_[++at_];
    if (at_ + 1 == states_.size())
      ++complete_;
    return true;
  }
  void save() {
    saved_ = text_;
    ++saves_;
  }
  int state() const {
    if (isForgetful_ && at_ == 0)
      return 4; // undone all there is, but not all there was
    if (undone_ >= 3 && complete_ >= 1 && saves_ == 2)
      return 3;
    if (saves_ > 0)
      return text_ == saved_ ? 2 : 1;
    return 0;
  }
  bool isBalanced() const {
    int open = 0;
    for (const char c : text_) {
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (open < 0)
        return false;
    }
    return open == 0 && text_.size() >= 4;
  }

private:
  void remember() {
    states_.resize(at_);
    states_.push_back(text_);
    if (states_.size() > depth_) {
      states_.erase(states_.begin());
      isForgetful_ = true;
    }
    at_ = states_.size();
  }
  std::size_t depth_, at_ = 0;
  std::vector<std::string> states_;
  std::string text_, saved_;
  bool isForgetful_ = false;
  int undone_ = 0, complete_ = 0, saves_ = 0;
};
