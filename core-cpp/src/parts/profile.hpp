// Whose version of an AQM is meant, where versions differ: the text that defines it, or what Linux does (docs/linux.md).
#pragma once
#include "aqm/parameters.hpp"

namespace aqm {

enum class Details : int {
  own,      ///< of the text that the scheme's entry names
  as_linux  ///< of Linux's queue discipline, number by number
};

/// `profile`, whose first word, the default, is `own`.
template <class P>
ParamSpec profile_choice(const char* own, const char* help) {
  return choice<P, &P::profile>("profile", {own, "linux"}, 0, help);
}

}  // namespace aqm
