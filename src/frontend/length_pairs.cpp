#include "frontend/length_pairs.h"

#include "model/name_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

// C does not say which integer is the length of which array; people say it, in names and in order.
// A name is split into words (`numItems`, `num_items`: num, items) and read in three steps:
//
//   1. Is the integer a length at all? One of its words says so (len, size, count, n...), and none
//      says otherwise (index, flags, key...).
//   2. If the rest of the name is the name of a pointer (`nvals` for `vals`, `a_len` for `a`,
//   `len2`
//      for `s2`), it is that pointer's length, wherever it stands.
//   3. Otherwise it belongs to the nearest pointer before it, and to the pointers right before that
//      one with the same element type (dst, src, n). If there is none before it, it belongs to
//      those right after it (n, x, y).
//
// Fields are read more strictly, for large structs have lengths of all kinds: in step 3 the name
// must say nothing but "length", and only other lengths may stand between. Parameters may have
// other values between (a, key, n), but no other length.
//
// A wrong pair costs: objects of the wrong size are read beyond their end, or calls with a length
// that callers pass are never tried. So a pointer to a struct, which mostly is one object, needs a
// further sign of being many: array syntax, a plural or a name such as `table`. So does a pointer
// to a pointer, which mostly is something to be set.

namespace frontend {
namespace {

using model::LengthPair;
using model::Subject;
using model::Type;
using model::TypeKind;

using model::Words;

constexpr std::array lengthWords = {"n",       "len",      "length",    "size",  "sz",     "count",
                                    "cnt",     "num",      "nmemb",     "nelem", "nelems", "elems",
                                    "nel",     "nitems",   "nbytes",    "bytes", "cap",    "nr",
                                    "number",  "numel",    "nvals",     "alloc", "used",   "maxlen",
                                    "maxsize", "capacity", "allocated", "argc"};
constexpr std::array lengthEndings = {"len", "length", "size", "count", "cnt", "sz", "cap"};
constexpr std::array falseEndings = {"account", "discount", "recap"};
// `num_items` and `len_a` are lengths, `size_flags` and `count_index` are not.
constexpr std::array otherWords = {
    "index", "idx",    "i",    "pos",  "position", "flag", "flags", "mode", "key",    "value",
    "val",   "target", "base", "seed", "start",    "end",  "id",    "off",  "offset", "limit",
    "type",  "kind",   "mask", "hint", "factor",   "step", "err",   "error"};
constexpr std::array manyWords = {"arr", "array",  "list", "vec",  "vector", "table", "tab",
                                  "buf", "buffer", "data", "pool", "heap",   "argv"};
// Text mostly ends by itself: beside a field `char *name`, a `count` counts something else.
constexpr std::array textLengthWords = {"len", "length",   "size",  "sz",
                                        "cap", "capacity", "bytes", "alloc"};

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<const char *, N> &list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string joined(const Words &words) {
  std::string text;
  for (const std::string &word : words)
    text += word;
  return text;
}

bool isLengthWord(const std::string &word) {
  if (isOneOf(word, lengthWords))
    return true;
  return !isOneOf(word, falseEndings) &&
         std::any_of(lengthEndings.begin(), lengthEndings.end(),
                     [&](std::string_view ending) { return word.ends_with(ending); });
}

bool isNumber(const std::string &word) {
  return std::isdigit(static_cast<unsigned char>(word.front())) != 0;
}

/// The last word decides (`key_len`), or the first if the last does not object (`num_items`).
bool soundsLikeLength(const Words &words) {
  const std::size_t count = words.size() - (words.size() > 1 && isNumber(words.back()) ? 1 : 0);
  if (count == 0)
    return false;
  const std::string &last = words[count - 1];
  return isLengthWord(last) || (isOneOf(words.front(), lengthWords) && !isOneOf(last, otherWords));
}

bool isLengthType(const Type &type) {
  return type.kind == TypeKind::Integer && !type.isChar && type.size >= 2 && type.size <= 8;
}

bool pointsToObjects(const Subject &subject, const Type &type) {
  if (type.kind == TypeKind::Array) // `char data[]` at the end of a struct
    return type.count == 0;
  if (type.kind != TypeKind::Pointer)
    return false;
  switch (subject[type.element].kind) {
  case TypeKind::Bool:
  case TypeKind::Integer:
  case TypeKind::Enum:
  case TypeKind::Float:
  case TypeKind::Array:
  case TypeKind::Struct:
  case TypeKind::Union:
  case TypeKind::Void:
  case TypeKind::Pointer:
    return true;
  default:
    return false;
  }
}

/// One parameter or field with its reading.
struct Item {
  const Type *type = nullptr;
  Words words;
  std::string plain; // the words in one
  bool isPointer = false;
  bool isLength = false;
  bool isMany = false; // of a pointer: nothing speaks for a single object
  bool isText = false; // of a pointer
};

bool looksLikeMany(const Words &words) {
  if (words.empty())
    return false;
  const std::string &last = words.back();
  const bool plural = last.size() > 2 && last.ends_with('s') && !last.ends_with("ss");
  return plural || isOneOf(last, manyWords);
}

/// `size_t *len` tells a length, it has none; `unsigned char *bytes` has one.
bool tellsLength(const Subject &subject, const Type &pointer, const Words &words) {
  return isLengthType(subject[pointer.element]) && soundsLikeLength(words);
}

std::vector<Item> read(const Subject &subject, std::span<const Named> named) {
  std::vector<Item> items;
  for (const Named &one : named) {
    Item item{.type = &subject[one.type], .words = model::wordsOf(one.name)};
    item.plain = joined(item.words);
    const bool isArray = item.type->kind == TypeKind::Array && one.writtenAsArray;
    item.isPointer = (isArray || pointsToObjects(subject, *item.type)) &&
                     !tellsLength(subject, *item.type, item.words);
    item.isLength = isLengthType(*item.type) && soundsLikeLength(item.words);
    if (item.isPointer) {
      const Type &element = subject[item.type->element];
      const bool isMostlyOne = element.kind == TypeKind::Struct ||
                               element.kind == TypeKind::Union || element.kind == TypeKind::Pointer;
      item.isMany = !isMostlyOne || item.type->kind == TypeKind::Array || one.writtenAsArray ||
                    looksLikeMany(item.words);
      item.isText = element.isChar;
    }
    items.push_back(std::move(item));
  }
  return items;
}

/// True if the length's name is made of the pointer's name and words for lengths: `na`, `a_len`,
/// `num_items`, `itemCount`, `buflen`; or both end in the same number: `s2`, `len2`.
bool namesMatch(const Item &pointer, const Item &length) {
  if (pointer.plain.empty())
    return false;
  const auto isStem = [&](std::string_view rest) {
    // `item_count` for `items`
    return rest == pointer.plain || std::string(rest) + "s" == pointer.plain;
  };
  const std::string &name = length.plain;
  for (const std::string_view word : lengthWords) {
    if (name.size() > word.size() && name.starts_with(word) && isStem(name.substr(word.size())))
      return true;
    if (name.size() > word.size() && name.ends_with(word) &&
        isStem(name.substr(0, name.size() - word.size())))
      return true;
  }
  return pointer.words.size() > 1 && length.words.size() > 1 && isNumber(length.words.back()) &&
         pointer.words.back() == length.words.back();
}

/// `na` next to `a`, `m` next to a matrix: no length by its words alone, but by its neighbours.
void readShortNames(std::vector<Item> &items) {
  for (std::size_t i = 0; i < items.size(); ++i) {
    Item &item = items[i];
    if (item.isLength || item.plain.empty() || !isLengthType(*item.type))
      continue;
    for (const Item &pointer : items)
      if (pointer.isPointer && item.plain == "n" + pointer.plain)
        item.isLength = true;
    if (item.plain == "m" && i > 0 && items[i - 1].isPointer)
      item.isLength = true;
  }
}

/// Who the items are: of a function, or of a struct, where a pointer may have several lengths.
enum class Place { Parameters, Fields };

class Pairing {
public:
  Pairing(std::vector<Item> items, Place place) : items_(std::move(items)), place_(place) {}

  std::vector<LengthPair> run() {
    readShortNames(items_);
    std::vector<bool> placed(items_.size());
    for (std::size_t i = 0; i < items_.size(); ++i)
      placed[i] = items_[i].isLength && pairByName(i);
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].isLength && !placed[i])
        pairByPlace(i);
    std::sort(pairs_.begin(), pairs_.end(), [](const LengthPair &a, const LengthPair &b) {
      return std::pair(a.pointer, a.length) < std::pair(b.pointer, b.length);
    });
    return std::move(pairs_);
  }

private:
  bool isTaken(std::size_t pointer) const {
    return place_ == Place::Parameters &&
           std::any_of(pairs_.begin(), pairs_.end(),
                       [&](const LengthPair &pair) { return pair.pointer == pointer; });
  }

  void pair(std::size_t pointer, std::size_t length) {
    pairs_.push_back({static_cast<std::uint32_t>(pointer), static_cast<std::uint32_t>(length)});
  }

  bool pairByName(std::size_t length) {
    for (std::size_t i = 0; i < items_.size(); ++i)
      if (items_[i].isPointer && !isTaken(i) && namesMatch(items_[i], items_[length])) {
        pair(i, length);
        return true;
      }
    return false;
  }

  bool isMany(std::size_t item) const { return items_[item].isPointer && items_[item].isMany; }

  /// The nearest pointer before the length, if it is not that of another length.
  std::optional<std::size_t> pointerBefore(std::size_t length) const {
    for (std::size_t i = length; i-- > 0;) {
      if (isMany(i))
        return i;
      if (items_[i].isLength == (place_ == Place::Parameters))
        return std::nullopt;
    }
    return std::nullopt;
  }

  /// The next pointer after the length, if no pointer before it could be meant: (n, a), and
  /// (n, a, m, b) as well.
  std::optional<std::size_t> pointerAfter(std::size_t length) const {
    std::size_t next = length + 1;
    while (next < items_.size() && !isMany(next) &&
           items_[next].isLength == (place_ == Place::Fields))
      ++next;
    if (next >= items_.size() || !isMany(next))
      return std::nullopt;
    for (std::size_t i = 0; i < length; ++i)
      if (isMany(i) && !(i + 1 == length && isTaken(i)))
        return std::nullopt;
    return next;
  }

  bool mayPair(std::size_t pointer, std::size_t length) const {
    if (!isMany(pointer) || isTaken(pointer))
      return false;
    if (place_ == Place::Parameters)
      return true;
    const Words &words = items_[length].words;
    const bool isGeneric = std::all_of(words.begin(), words.end(), isLengthWord);
    return isGeneric && (!items_[pointer].isText || isOneOf(words.back(), textLengthWords));
  }

  bool pairRun(std::size_t first, int step, std::size_t length) {
    bool paired = false;
    for (std::size_t i = first; i < items_.size() && isMany(i); i += step) {
      if (items_[i].type->element != items_[first].type->element)
        break;
      if (mayPair(i, length)) {
        pair(i, length);
        paired = true;
      }
      if (place_ == Place::Fields && items_[i].isText)
        break;
    }
    return paired;
  }

  void pairByPlace(std::size_t length) {
    if (const auto before = pointerBefore(length); before && pairRun(*before, -1, length))
      return;
    if (const auto after = pointerAfter(length))
      pairRun(*after, 1, length);
  }

  std::vector<Item> items_;
  Place place_;
  std::vector<LengthPair> pairs_;
};

} // namespace

std::vector<LengthPair> parameterPairs(const Subject &subject, std::span<const Named> parameters) {
  return Pairing(read(subject, parameters), Place::Parameters).run();
}

std::vector<LengthPair> fieldPairs(const Subject &subject, std::span<const model::Field> fields) {
  std::vector<Named> named;
  for (const model::Field &field : fields)
    named.push_back({field.bitWidth ? std::string() : field.name, field.type, false});
  return Pairing(read(subject, named), Place::Fields).run();
}

} // namespace frontend
