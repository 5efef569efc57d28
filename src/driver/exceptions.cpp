/* The one part of the driver that is C++: it catches what comes out of a C++ subject. Exceptions of
 * the system's own (pthread_exit unwinds by one) are not for us. */
#include "driver/driver.h"

#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <typeinfo>

static void copyText(char *to, const char *from, uint32_t room) {
  if (!from)
    from = "";
  std::strncpy(to, from, room - 1);
  to[room - 1] = 0;
}

int pincerCallCatching(PincerThunk call, void *const *arguments, void *result, char *type,
                       char *text, uint32_t room) {
  std::memset(type, 0, room);
  std::memset(text, 0, room);
  try {
    call(arguments, result);
    return 0;
  } catch (abi::__forced_unwind &) {
    throw;
  } catch (const std::exception &exception) {
    copyText(text, exception.what(), room);
    copyText(type, abi::__cxa_current_exception_type()->name(), room);
  } catch (...) {
    const std::type_info *thrown = abi::__cxa_current_exception_type();
    copyText(type, thrown ? thrown->name() : "", room);
  }
  return 1;
}
