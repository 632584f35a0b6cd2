// The version of an AQM, if versions differ: that of the defining text, or that of Linux (docs/linux.md).
#pragma once
#include "aqm/parameters.hpp"

namespace aqm {

enum class Details : int {
  own,      ///< as in the text that the scheme's entry names
  as_linux  ///< as in Linux's queue discipline, number by number
};

/// `profile`, whose first word, the default, is `own`.
template <class P>
ParamSpec profile_choice(const char* own, const char* help) {
  return choice<P, &P::profile>("profile", {own, "linux"}, 0, help);
}

}  // namespace aqm
