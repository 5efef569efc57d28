/* How thunks make the library's classes of what tests hold in their place (model::Literal), and the
 * other way round. It stands behind the source, and brings no header that the source has not:
 * a class is served if its header was included. The source may have made macros of many words, so
 * all names are our own. */
#ifndef PINCER_LITERALS_H
#define PINCER_LITERALS_H
#pragma GCC system_header /* its branches are nobody's */
#if __cplusplus >= 201103L

#undef new
#undef delete

template <class pincer_T> struct pincer_bare {
  typedef pincer_T pincer_type;
};
template <class pincer_T> struct pincer_bare<const pincer_T> {
  typedef pincer_T pincer_type;
};
template <class pincer_T> struct pincer_bare<volatile pincer_T> {
  typedef pincer_T pincer_type;
};
template <class pincer_T> struct pincer_bare<const volatile pincer_T> {
  typedef pincer_T pincer_type;
};
template <class pincer_T> struct pincer_bare<pincer_T &> : pincer_bare<pincer_T> {};
template <class pincer_T> struct pincer_bare<pincer_T &&> : pincer_bare<pincer_T> {};
/* The type without const and references. */
template <class pincer_T> using pincer_value = typename pincer_bare<pincer_T>::pincer_type;

/* What an object is passed as that stays what it is. */
template <class pincer_T> struct pincer_seen {
  typedef const pincer_T &pincer_type;
};
template <class pincer_T> struct pincer_seen<pincer_T &> {
  typedef pincer_T &pincer_type;
};

/* Room that nobody frees: what a test sees of a result lives as long as the test. */
template <class pincer_T> pincer_T *pincer_room(__SIZE_TYPE__ pincer_count) {
  return static_cast<pincer_T *>(__builtin_malloc(pincer_count * sizeof(pincer_T) + 1));
}

/* The driver looks there when the calls are made (driver/observe.c). */
extern "C" void pincer_note_room(const void *pincer_room, __SIZE_TYPE__ pincer_size);

/* What C has too stands for itself. */
template <class pincer_T> struct pincer_literal {
  typedef pincer_T pincer_mirror;
  static const pincer_T &pincer_make(const pincer_mirror &pincer_from) { return pincer_from; }
  static void pincer_give(const pincer_T &pincer_from, pincer_mirror &pincer_to) {
    __builtin_memcpy(&pincer_to, &pincer_from, sizeof(pincer_T));
  }
};

template <class pincer_T>
using pincer_mirror_of = typename pincer_literal<pincer_value<pincer_T>>::pincer_mirror;

/* A variable in a thunk, made of what the test holds. */
template <class pincer_T> struct pincer_local {
  pincer_T pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_it(pincer_literal<pincer_T>::pincer_make(
            *static_cast<const pincer_mirror_of<pincer_T> *>(pincer_from))) {}
};

/* Leaves a result where the test sees it. */
template <class pincer_T> void pincer_give_result(const pincer_T &pincer_from, void *pincer_to) {
  pincer_literal<pincer_T>::pincer_give(pincer_from,
                                        *static_cast<pincer_mirror_of<pincer_T> *>(pincer_to));
}

/* The same for a variable that the callee was given a reference to. */
template <class pincer_T>
void pincer_give_back(const pincer_local<pincer_T> &pincer_from, void *pincer_to) {
  pincer_give_result<pincer_T>(pincer_from.pincer_it, pincer_to);
}

struct pincer_text {
  const char *pincer_data;
  unsigned long pincer_size;
};

inline void pincer_give_text(const char *pincer_data, unsigned long pincer_size,
                             pincer_text &pincer_to) {
  char *pincer_copy = pincer_room<char>(pincer_size);
  if (pincer_size != 0)
    __builtin_memcpy(pincer_copy, pincer_data, pincer_size);
  pincer_copy[pincer_size] = 0;
  pincer_note_room(pincer_copy, pincer_size + 1);
  pincer_to.pincer_data = pincer_copy;
  pincer_to.pincer_size = pincer_size;
}

template <class pincer_T> struct pincer_text_literal {
  typedef pincer_text pincer_mirror;
  static pincer_T pincer_make(const pincer_mirror &pincer_from) {
    const char *pincer_data = pincer_from.pincer_data ? pincer_from.pincer_data : "";
    return pincer_T(pincer_data, pincer_data + pincer_from.pincer_size);
  }
  static void pincer_give(const pincer_T &pincer_from, pincer_mirror &pincer_to) {
    pincer_give_text(pincer_from.data(), pincer_from.size(), pincer_to);
  }
};

template <class pincer_E> struct pincer_range {
  const pincer_mirror_of<pincer_E> *pincer_data;
  unsigned long pincer_size;
};

/* What has begin() and end(); pincer_Add puts an element into it. */
template <class pincer_T, class pincer_E, class pincer_Add> struct pincer_range_literal {
  typedef pincer_range<pincer_E> pincer_mirror;
  static pincer_T pincer_make(const pincer_mirror &pincer_from) {
    pincer_T pincer_made;
    pincer_Add pincer_add(pincer_made);
    for (unsigned long pincer_i = 0; pincer_i < pincer_from.pincer_size; ++pincer_i)
      pincer_add(
          pincer_literal<pincer_value<pincer_E>>::pincer_make(pincer_from.pincer_data[pincer_i]));
    return pincer_made;
  }
  static void pincer_give(const pincer_T &pincer_from, pincer_mirror &pincer_to) {
    unsigned long pincer_size = 0;
    for (auto pincer_at = pincer_from.begin(); pincer_at != pincer_from.end(); ++pincer_at)
      ++pincer_size;
    pincer_mirror_of<pincer_E> *pincer_data = pincer_room<pincer_mirror_of<pincer_E>>(pincer_size);
    pincer_note_room(pincer_data, pincer_size * sizeof(*pincer_data));
    pincer_to.pincer_data = pincer_data;
    pincer_to.pincer_size = pincer_size;
    for (auto pincer_at = pincer_from.begin(); pincer_at != pincer_from.end(); ++pincer_at)
      pincer_literal<pincer_value<pincer_E>>::pincer_give(*pincer_at, *pincer_data++);
  }
};

template <class pincer_T> struct pincer_at_end {
  pincer_T &pincer_into;
  explicit pincer_at_end(pincer_T &pincer_made) : pincer_into(pincer_made) {}
  template <class pincer_E> void operator()(pincer_E &&pincer_element) {
    pincer_into.push_back(static_cast<pincer_E &&>(pincer_element));
  }
};

template <class pincer_T> struct pincer_in_order {
  pincer_T &pincer_into;
  explicit pincer_in_order(pincer_T &pincer_made) : pincer_into(pincer_made) {}
  template <class pincer_E> void operator()(pincer_E &&pincer_element) {
    pincer_into.insert(static_cast<pincer_E &&>(pincer_element));
  }
};

#if defined(_BASIC_STRING_H)
template <> struct pincer_literal<std::string> : pincer_text_literal<std::string> {};
#endif
#if defined(_BASIC_STRING_H)
template <class pincer_C>
struct pincer_literal<std::basic_string<pincer_C>>
    : pincer_range_literal<std::basic_string<pincer_C>, pincer_C,
                           pincer_at_end<std::basic_string<pincer_C>>> {};
#endif
#if defined(_GLIBCXX_STRING_VIEW) && __cplusplus >= 201703L
template <> struct pincer_literal<std::string_view> : pincer_text_literal<std::string_view> {
  static std::string_view pincer_make(const pincer_text &pincer_from) {
    return std::string_view(pincer_from.pincer_data ? pincer_from.pincer_data : "",
                            pincer_from.pincer_size);
  }
};
#endif
#if defined(_GLIBCXX_FS_PATH_H) && __cplusplus >= 201703L
template <>
struct pincer_literal<std::filesystem::path> : pincer_text_literal<std::filesystem::path> {
  static void pincer_give(const std::filesystem::path &pincer_from, pincer_text &pincer_to) {
    pincer_give_text(pincer_from.native().data(), pincer_from.native().size(), pincer_to);
  }
};
#endif

#if defined(_STL_VECTOR_H)
template <class pincer_E>
struct pincer_literal<std::vector<pincer_E>>
    : pincer_range_literal<std::vector<pincer_E>, pincer_E, pincer_at_end<std::vector<pincer_E>>> {
};
#endif
#if defined(_STL_LIST_H)
template <class pincer_E>
struct pincer_literal<std::list<pincer_E>>
    : pincer_range_literal<std::list<pincer_E>, pincer_E, pincer_at_end<std::list<pincer_E>>> {};
#endif
#if defined(_STL_DEQUE_H)
template <class pincer_E>
struct pincer_literal<std::deque<pincer_E>>
    : pincer_range_literal<std::deque<pincer_E>, pincer_E, pincer_at_end<std::deque<pincer_E>>> {};
#endif
#if defined(_FORWARD_LIST_H)
template <class pincer_E> struct pincer_behind_last {
  std::forward_list<pincer_E> &pincer_into;
  typename std::forward_list<pincer_E>::iterator pincer_last;
  explicit pincer_behind_last(std::forward_list<pincer_E> &pincer_made)
      : pincer_into(pincer_made), pincer_last(pincer_made.before_begin()) {}
  void operator()(pincer_E pincer_element) {
    pincer_last = pincer_into.insert_after(pincer_last, static_cast<pincer_E &&>(pincer_element));
  }
};
template <class pincer_E>
struct pincer_literal<std::forward_list<pincer_E>>
    : pincer_range_literal<std::forward_list<pincer_E>, pincer_E, pincer_behind_last<pincer_E>> {};
#endif
#if defined(_STL_SET_H)
template <class pincer_E, class pincer_O>
struct pincer_literal<std::set<pincer_E, pincer_O>>
    : pincer_range_literal<std::set<pincer_E, pincer_O>, pincer_E,
                           pincer_in_order<std::set<pincer_E, pincer_O>>> {};
#endif
#if defined(_STL_MULTISET_H)
template <class pincer_E, class pincer_O>
struct pincer_literal<std::multiset<pincer_E, pincer_O>>
    : pincer_range_literal<std::multiset<pincer_E, pincer_O>, pincer_E,
                           pincer_in_order<std::multiset<pincer_E, pincer_O>>> {};
#endif
#if defined(_UNORDERED_SET_H)
template <class pincer_E, class pincer_H, class pincer_Q>
struct pincer_literal<std::unordered_set<pincer_E, pincer_H, pincer_Q>>
    : pincer_range_literal<std::unordered_set<pincer_E, pincer_H, pincer_Q>, pincer_E,
                           pincer_in_order<std::unordered_set<pincer_E, pincer_H, pincer_Q>>> {};
template <class pincer_E, class pincer_H, class pincer_Q>
struct pincer_literal<std::unordered_multiset<pincer_E, pincer_H, pincer_Q>>
    : pincer_range_literal<std::unordered_multiset<pincer_E, pincer_H, pincer_Q>, pincer_E,
                           pincer_in_order<std::unordered_multiset<pincer_E, pincer_H, pincer_Q>>> {
};
#endif
#if defined(_STL_MAP_H)
template <class pincer_K, class pincer_E, class pincer_O>
struct pincer_literal<std::map<pincer_K, pincer_E, pincer_O>>
    : pincer_range_literal<std::map<pincer_K, pincer_E, pincer_O>, std::pair<pincer_K, pincer_E>,
                           pincer_in_order<std::map<pincer_K, pincer_E, pincer_O>>> {};
#endif
#if defined(_STL_MULTIMAP_H)
template <class pincer_K, class pincer_E, class pincer_O>
struct pincer_literal<std::multimap<pincer_K, pincer_E, pincer_O>>
    : pincer_range_literal<std::multimap<pincer_K, pincer_E, pincer_O>,
                           std::pair<pincer_K, pincer_E>,
                           pincer_in_order<std::multimap<pincer_K, pincer_E, pincer_O>>> {};
#endif
#if defined(_UNORDERED_MAP_H)
template <class pincer_K, class pincer_E, class pincer_H, class pincer_Q>
struct pincer_literal<std::unordered_map<pincer_K, pincer_E, pincer_H, pincer_Q>>
    : pincer_range_literal<
          std::unordered_map<pincer_K, pincer_E, pincer_H, pincer_Q>, std::pair<pincer_K, pincer_E>,
          pincer_in_order<std::unordered_map<pincer_K, pincer_E, pincer_H, pincer_Q>>> {};
template <class pincer_K, class pincer_E, class pincer_H, class pincer_Q>
struct pincer_literal<std::unordered_multimap<pincer_K, pincer_E, pincer_H, pincer_Q>>
    : pincer_range_literal<
          std::unordered_multimap<pincer_K, pincer_E, pincer_H, pincer_Q>,
          std::pair<pincer_K, pincer_E>,
          pincer_in_order<std::unordered_multimap<pincer_K, pincer_E, pincer_H, pincer_Q>>> {};
#endif

/* What only refers to elements: nobody frees them. */
struct pincer_here {};
inline void *operator new(__SIZE_TYPE__, void *pincer_place, pincer_here) noexcept {
  return pincer_place;
}
inline void operator delete(void *, void *, pincer_here) noexcept {}

template <class pincer_E>
pincer_value<pincer_E> *pincer_elements(const pincer_range<pincer_E> &pincer_from) {
  typedef pincer_value<pincer_E> pincer_element;
  pincer_element *pincer_made = pincer_room<pincer_element>(pincer_from.pincer_size);
  for (unsigned long pincer_i = 0; pincer_i < pincer_from.pincer_size; ++pincer_i)
    ::new (static_cast<void *>(pincer_made + pincer_i), pincer_here()) pincer_element(
        pincer_literal<pincer_element>::pincer_make(pincer_from.pincer_data[pincer_i]));
  return pincer_made;
}

#if defined(_INITIALIZER_LIST)
template <class pincer_E> struct pincer_literal<std::initializer_list<pincer_E>> {
  typedef pincer_range<pincer_E> pincer_mirror;
  static std::initializer_list<pincer_E> pincer_make(const pincer_mirror &pincer_from) {
    struct {
      const pincer_E *pincer_data;
      __SIZE_TYPE__ pincer_size;
    } pincer_parts = {pincer_elements<pincer_E>(pincer_from), pincer_from.pincer_size};
    std::initializer_list<pincer_E> pincer_list;
    static_assert(sizeof(pincer_list) == sizeof(pincer_parts), "as the library lays it out");
    __builtin_memcpy(static_cast<void *>(&pincer_list), &pincer_parts, sizeof(pincer_list));
    return pincer_list;
  }
};
#endif
#if defined(_GLIBCXX_SPAN) && __cplusplus > 201703L
template <class pincer_E> struct pincer_literal<std::span<pincer_E>> {
  typedef pincer_range<pincer_E> pincer_mirror;
  static std::span<pincer_E> pincer_make(const pincer_mirror &pincer_from) {
    return std::span<pincer_E>(pincer_elements<pincer_E>(pincer_from), pincer_from.pincer_size);
  }
  static void pincer_give(const std::span<pincer_E> &pincer_from, pincer_mirror &pincer_to) {
    pincer_mirror_of<pincer_E> *pincer_data =
        pincer_room<pincer_mirror_of<pincer_E>>(pincer_from.size());
    pincer_note_room(pincer_data, pincer_from.size() * sizeof(*pincer_data));
    pincer_to.pincer_data = pincer_data;
    pincer_to.pincer_size = pincer_from.size();
    for (auto pincer_at = pincer_from.begin(); pincer_at != pincer_from.end(); ++pincer_at)
      pincer_literal<pincer_value<pincer_E>>::pincer_give(*pincer_at, *pincer_data++);
  }
};
#endif

#if defined(_STL_PAIR_H)
template <class pincer_A, class pincer_B> struct pincer_literal<std::pair<pincer_A, pincer_B>> {
  struct pincer_mirror {
    pincer_mirror_of<pincer_A> pincer_first;
    pincer_mirror_of<pincer_B> pincer_second;
  };
  static std::pair<pincer_A, pincer_B> pincer_make(const pincer_mirror &pincer_from) {
    return std::pair<pincer_A, pincer_B>(
        pincer_literal<pincer_value<pincer_A>>::pincer_make(pincer_from.pincer_first),
        pincer_literal<pincer_value<pincer_B>>::pincer_make(pincer_from.pincer_second));
  }
  template <class pincer_Pair>
  static void pincer_give(const pincer_Pair &pincer_from, pincer_mirror &pincer_to) {
    pincer_literal<pincer_value<pincer_A>>::pincer_give(pincer_from.first, pincer_to.pincer_first);
    pincer_literal<pincer_value<pincer_B>>::pincer_give(pincer_from.second,
                                                        pincer_to.pincer_second);
  }
};
#endif
#if defined(_GLIBCXX_TUPLE)
/* A field behind those of its base, as in one struct: a class with bases is laid out so. */
template <class pincer_Base, unsigned long pincer_index, class... pincer_Ts> struct pincer_chain {
  typedef pincer_Base pincer_mirror;
  template <class pincer_Tuple> static void pincer_make(pincer_Tuple &, const pincer_mirror &) {}
  template <class pincer_Tuple> static void pincer_give(const pincer_Tuple &, pincer_mirror &) {}
};
template <class pincer_Base, unsigned long pincer_index, class pincer_T, class... pincer_Ts>
struct pincer_chain<pincer_Base, pincer_index, pincer_T, pincer_Ts...> {
  struct pincer_link : pincer_Base {
    pincer_mirror_of<pincer_T> pincer_part;
  };
  typedef pincer_chain<pincer_link, pincer_index + 1, pincer_Ts...> pincer_next;
  typedef typename pincer_next::pincer_mirror pincer_mirror;
  template <class pincer_Tuple>
  static void pincer_make(pincer_Tuple &pincer_made, const pincer_mirror &pincer_from) {
    std::get<pincer_index>(pincer_made) = pincer_literal<pincer_value<pincer_T>>::pincer_make(
        static_cast<const pincer_link &>(pincer_from).pincer_part);
    pincer_next::pincer_make(pincer_made, pincer_from);
  }
  template <class pincer_Tuple>
  static void pincer_give(const pincer_Tuple &pincer_from, pincer_mirror &pincer_to) {
    pincer_literal<pincer_value<pincer_T>>::pincer_give(
        std::get<pincer_index>(pincer_from), static_cast<pincer_link &>(pincer_to).pincer_part);
    pincer_next::pincer_give(pincer_from, pincer_to);
  }
};
struct pincer_nothing {};
template <class... pincer_Ts> struct pincer_literal<std::tuple<pincer_Ts...>> {
  typedef pincer_chain<pincer_nothing, 0, pincer_Ts...> pincer_parts;
  typedef typename pincer_parts::pincer_mirror pincer_mirror;
  static std::tuple<pincer_Ts...> pincer_make(const pincer_mirror &pincer_from) {
    std::tuple<pincer_Ts...> pincer_made;
    pincer_parts::pincer_make(pincer_made, pincer_from);
    return pincer_made;
  }
  static void pincer_give(const std::tuple<pincer_Ts...> &pincer_from, pincer_mirror &pincer_to) {
    pincer_parts::pincer_give(pincer_from, pincer_to);
  }
};
#endif
#if defined(_GLIBCXX_ARRAY)
template <class pincer_T, __SIZE_TYPE__ pincer_n>
struct pincer_literal<std::array<pincer_T, pincer_n>> {
  struct pincer_mirror {
    pincer_mirror_of<pincer_T> pincer_parts[pincer_n];
  };
  static std::array<pincer_T, pincer_n> pincer_make(const pincer_mirror &pincer_from) {
    std::array<pincer_T, pincer_n> pincer_made;
    for (__SIZE_TYPE__ pincer_i = 0; pincer_i < pincer_n; ++pincer_i)
      pincer_made[pincer_i] =
          pincer_literal<pincer_T>::pincer_make(pincer_from.pincer_parts[pincer_i]);
    return pincer_made;
  }
  static void pincer_give(const std::array<pincer_T, pincer_n> &pincer_from,
                          pincer_mirror &pincer_to) {
    for (__SIZE_TYPE__ pincer_i = 0; pincer_i < pincer_n; ++pincer_i)
      pincer_literal<pincer_T>::pincer_give(pincer_from[pincer_i],
                                            pincer_to.pincer_parts[pincer_i]);
  }
};
#endif
#if defined(_GLIBCXX_VARIANT) && __cplusplus >= 201703L
/* The alternatives one behind the other, as in one struct, behind the number of the chosen one. */
struct pincer_chosen {
  unsigned long pincer_index;
};
template <class pincer_V, class pincer_Base, unsigned long pincer_index, class... pincer_Ts>
struct pincer_choice {
  typedef pincer_Base pincer_mirror;
  static pincer_V pincer_make(const pincer_mirror &, unsigned long) { __builtin_trap(); }
  static void pincer_give(const pincer_V &, pincer_mirror &) {}
};
template <class pincer_V, class pincer_Base, unsigned long pincer_index, class pincer_T,
          class... pincer_Ts>
struct pincer_choice<pincer_V, pincer_Base, pincer_index, pincer_T, pincer_Ts...> {
  struct pincer_link : pincer_Base {
    pincer_mirror_of<pincer_T> pincer_part;
  };
  typedef pincer_choice<pincer_V, pincer_link, pincer_index + 1, pincer_Ts...> pincer_next;
  typedef typename pincer_next::pincer_mirror pincer_mirror;
  static pincer_V pincer_make(const pincer_mirror &pincer_from, unsigned long pincer_which) {
    if (pincer_which != pincer_index)
      return pincer_next::pincer_make(pincer_from, pincer_which);
    return pincer_V(std::in_place_index<pincer_index>,
                    pincer_literal<pincer_value<pincer_T>>::pincer_make(
                        static_cast<const pincer_link &>(pincer_from).pincer_part));
  }
  static void pincer_give(const pincer_V &pincer_from, pincer_mirror &pincer_to) {
    if (const auto *pincer_held = std::get_if<pincer_index>(&pincer_from))
      pincer_literal<pincer_value<pincer_T>>::pincer_give(
          *pincer_held, static_cast<pincer_link &>(pincer_to).pincer_part);
    else
      pincer_next::pincer_give(pincer_from, pincer_to);
  }
};
template <class... pincer_Ts> struct pincer_literal<std::variant<pincer_Ts...>> {
  typedef pincer_choice<std::variant<pincer_Ts...>, pincer_chosen, 0, pincer_Ts...> pincer_all;
  typedef typename pincer_all::pincer_mirror pincer_mirror;
  static std::variant<pincer_Ts...> pincer_make(const pincer_mirror &pincer_from) {
    return pincer_all::pincer_make(pincer_from, pincer_from.pincer_index % sizeof...(pincer_Ts));
  }
  static void pincer_give(const std::variant<pincer_Ts...> &pincer_from, pincer_mirror &pincer_to) {
    __builtin_memset(static_cast<void *>(&pincer_to), 0, sizeof(pincer_to));
    pincer_to.pincer_index = pincer_from.index();
    pincer_all::pincer_give(pincer_from, pincer_to);
  }
};
#endif
#if defined(_UNIQUE_PTR_H) || defined(_SHARED_PTR_H)
template <class pincer_P, class pincer_T> struct pincer_pointer_literal {
  struct pincer_mirror {
    bool pincer_has;
    pincer_mirror_of<pincer_T> pincer_part;
  };
  static pincer_P pincer_make(const pincer_mirror &pincer_from) {
    return pincer_from.pincer_has
               ? pincer_P(
                     new pincer_T(pincer_literal<pincer_T>::pincer_make(pincer_from.pincer_part)))
               : pincer_P();
  }
  static void pincer_give(const pincer_P &pincer_from, pincer_mirror &pincer_to) {
    __builtin_memset(static_cast<void *>(&pincer_to), 0, sizeof(pincer_to));
    pincer_to.pincer_has = pincer_from != nullptr;
    if (pincer_to.pincer_has)
      pincer_literal<pincer_T>::pincer_give(*pincer_from, pincer_to.pincer_part);
  }
};
#endif
#if defined(_UNIQUE_PTR_H)
template <class pincer_T>
struct pincer_literal<std::unique_ptr<pincer_T>>
    : pincer_pointer_literal<std::unique_ptr<pincer_T>, pincer_T> {};
#endif
#if defined(_SHARED_PTR_H)
template <class pincer_T>
struct pincer_literal<std::shared_ptr<pincer_T>>
    : pincer_pointer_literal<std::shared_ptr<pincer_T>, pincer_T> {};
#endif
#if defined(_GLIBCXX_COMPLEX)
template <class pincer_T> struct pincer_literal<std::complex<pincer_T>> {
  struct pincer_mirror {
    pincer_T pincer_first, pincer_second;
  };
  static std::complex<pincer_T> pincer_make(const pincer_mirror &pincer_from) {
    return std::complex<pincer_T>(pincer_from.pincer_first, pincer_from.pincer_second);
  }
  static void pincer_give(const std::complex<pincer_T> &pincer_from, pincer_mirror &pincer_to) {
    pincer_to.pincer_first = pincer_from.real();
    pincer_to.pincer_second = pincer_from.imag();
  }
};
#endif

#if defined(_GLIBCXX_OPTIONAL) && __cplusplus >= 201703L
template <class pincer_T> struct pincer_literal<std::optional<pincer_T>> {
  struct pincer_mirror {
    bool pincer_has;
    pincer_mirror_of<pincer_T> pincer_part;
  };
  static std::optional<pincer_T> pincer_make(const pincer_mirror &pincer_from) {
    if (!pincer_from.pincer_has)
      return std::optional<pincer_T>();
    return std::optional<pincer_T>(
        pincer_literal<pincer_value<pincer_T>>::pincer_make(pincer_from.pincer_part));
  }
  static void pincer_give(const std::optional<pincer_T> &pincer_from, pincer_mirror &pincer_to) {
    __builtin_memset(static_cast<void *>(&pincer_to), 0, sizeof(pincer_to));
    pincer_to.pincer_has = pincer_from.has_value();
    if (pincer_to.pincer_has)
      pincer_literal<pincer_value<pincer_T>>::pincer_give(*pincer_from, pincer_to.pincer_part);
  }
};
#endif

#if defined(_GLIBCXX_BITSET)
template <__SIZE_TYPE__ pincer_n> struct pincer_literal<std::bitset<pincer_n>> {
  typedef unsigned long long pincer_mirror;
  static std::bitset<pincer_n> pincer_make(const pincer_mirror &pincer_from) {
    return std::bitset<pincer_n>(pincer_from);
  }
  static void pincer_give(const std::bitset<pincer_n> &pincer_from, pincer_mirror &pincer_to) {
    pincer_to = pincer_from.to_ullong();
  }
};
#endif
#if defined(_GLIBCXX_CHRONO) || defined(_GLIBCXX_CHRONO_H)
template <class pincer_R, class pincer_P>
struct pincer_literal<std::chrono::duration<pincer_R, pincer_P>> {
  typedef pincer_R pincer_mirror;
  static std::chrono::duration<pincer_R, pincer_P> pincer_make(const pincer_mirror &pincer_from) {
    return std::chrono::duration<pincer_R, pincer_P>(pincer_from);
  }
  static void pincer_give(const std::chrono::duration<pincer_R, pincer_P> &pincer_from,
                          pincer_mirror &pincer_to) {
    pincer_to = pincer_from.count();
  }
};
template <class pincer_C, class pincer_D>
struct pincer_literal<std::chrono::time_point<pincer_C, pincer_D>> {
  typedef typename pincer_D::rep pincer_mirror;
  static std::chrono::time_point<pincer_C, pincer_D> pincer_make(const pincer_mirror &pincer_from) {
    return std::chrono::time_point<pincer_C, pincer_D>(pincer_D(pincer_from));
  }
  static void pincer_give(const std::chrono::time_point<pincer_C, pincer_D> &pincer_from,
                          pincer_mirror &pincer_to) {
    pincer_to = pincer_from.time_since_epoch().count();
  }
};
#endif

#if defined(_GLIBCXX_STD_FUNCTION_H)
template <class... pincer_As> struct pincer_are_of_c {
  enum { pincer_value = true };
};
template <class pincer_A, class... pincer_As> struct pincer_are_of_c<pincer_A, pincer_As...> {
  enum {
    pincer_value = (__is_arithmetic(pincer_A) || __is_enum(pincer_A) || __is_pointer(pincer_A)) &&
                   pincer_are_of_c<pincer_As...>::pincer_value
  };
};
/* What takes something that only C++ has calls a function that takes nothing. */
template <bool pincer_is_of_c> struct pincer_called {
  template <class pincer_R, class... pincer_As> struct pincer_by {
    typedef pincer_R (*pincer_pointer)(pincer_As...);
    pincer_pointer pincer_it;
    pincer_R operator()(pincer_As... pincer_arguments) const {
      return pincer_it(pincer_arguments...);
    }
  };
};
template <> struct pincer_called<false> {
  template <class pincer_R, class... pincer_As> struct pincer_by {
    typedef pincer_R (*pincer_pointer)();
    pincer_pointer pincer_it;
    pincer_R operator()(pincer_As...) const { return pincer_it(); }
  };
};
template <class pincer_R, class... pincer_As>
struct pincer_literal<std::function<pincer_R(pincer_As...)>> {
  typedef typename pincer_called<pincer_are_of_c<pincer_As...>::pincer_value>::template pincer_by<
      pincer_R, pincer_As...>
      pincer_by;
  typedef typename pincer_by::pincer_pointer pincer_mirror;
  static std::function<pincer_R(pincer_As...)> pincer_make(const pincer_mirror &pincer_from) {
    if (!pincer_from)
      return std::function<pincer_R(pincer_As...)>();
    return std::function<pincer_R(pincer_As...)>(pincer_by{pincer_from});
  }
  /* Nobody can say which function it is. */
  static void pincer_give(const std::function<pincer_R(pincer_As...)> &, pincer_mirror &pincer_to) {
    pincer_to = nullptr;
  }
};
#endif

#if defined(_GLIBCXX_ISTREAM) || defined(_GLIBCXX_OSTREAM)
/* Reads what the test holds; what is written comes behind it. */
struct pincer_characters : std::streambuf {
  explicit pincer_characters(const pincer_text &pincer_from) {
    char *pincer_data = const_cast<char *>(pincer_from.pincer_data ? pincer_from.pincer_data : "");
    setg(pincer_data, pincer_data, pincer_data + pincer_from.pincer_size);
    pincer_grow(pincer_from.pincer_size);
    sputn(pincer_data, pincer_from.pincer_size);
  }
  void pincer_grow(unsigned long pincer_more) {
    const unsigned long pincer_used = pptr() - pbase(),
                        pincer_size = 2 * pincer_used + pincer_more + 64;
    char *pincer_data = pincer_room<char>(pincer_size);
    if (pincer_used != 0)
      __builtin_memcpy(pincer_data, pbase(), pincer_used);
    setp(pincer_data, pincer_data + pincer_size);
    pbump(static_cast<int>(pincer_used));
  }
  void pincer_give_written(pincer_text &pincer_to) const {
    pincer_give_text(pbase(), pptr() - pbase(), pincer_to);
  }
  int_type overflow(int_type pincer_character) override {
    if (traits_type::eq_int_type(pincer_character, traits_type::eof()))
      return traits_type::not_eof(pincer_character);
    pincer_grow(1);
    return sputc(traits_type::to_char_type(pincer_character));
  }
};
#endif
#if defined(_GLIBCXX_ISTREAM)
template <> struct pincer_local<std::istream> {
  pincer_characters pincer_held;
  std::istream pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_held(*static_cast<const pincer_text *>(pincer_from)), pincer_it(&pincer_held) {}
};
template <> struct pincer_local<std::iostream> {
  pincer_characters pincer_held;
  std::iostream pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_held(*static_cast<const pincer_text *>(pincer_from)), pincer_it(&pincer_held) {}
};
#endif
#if defined(_GLIBCXX_OSTREAM)
template <> struct pincer_local<std::ostream> {
  pincer_characters pincer_held;
  std::ostream pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_held(*static_cast<const pincer_text *>(pincer_from)), pincer_it(&pincer_held) {}
};
#endif
#if defined(_GLIBCXX_OSTREAM)
inline void pincer_give_back(const pincer_local<std::ostream> &pincer_from, void *pincer_to) {
  pincer_from.pincer_held.pincer_give_written(*static_cast<pincer_text *>(pincer_to));
}
#endif
#if defined(_GLIBCXX_SSTREAM)
template <> struct pincer_local<std::istringstream> {
  std::istringstream pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_it(pincer_text_literal<std::string>::pincer_make(
            *static_cast<const pincer_text *>(pincer_from))) {}
};
template <> struct pincer_local<std::stringstream> {
  std::stringstream pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_it(pincer_text_literal<std::string>::pincer_make(
            *static_cast<const pincer_text *>(pincer_from))) {}
};
template <> struct pincer_local<std::ostringstream> {
  std::ostringstream pincer_it;
  explicit pincer_local(const void *pincer_from)
      : pincer_it(pincer_text_literal<std::string>::pincer_make(
                      *static_cast<const pincer_text *>(pincer_from)),
                  std::ios_base::out | std::ios_base::ate) {}
};
inline void pincer_give_back(const pincer_local<std::ostringstream> &pincer_from, void *pincer_to) {
  pincer_text_literal<std::string>::pincer_give(pincer_from.pincer_it.str(),
                                                *static_cast<pincer_text *>(pincer_to));
}
#endif

#endif
#endif
