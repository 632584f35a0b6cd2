// A number as it is written in a sentence.
#pragma once
#include <cstdio>
#include <string>

namespace aqm {

inline std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

}  // namespace aqm
