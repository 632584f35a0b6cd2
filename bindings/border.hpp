// What the calls of the module share: the buffers of the border, and the ways to answer or refuse a call.
#pragma once
#include <string>
#include <vector>

#include "api.hpp"
#include "decode.hpp"

namespace aqm::bindings {

struct Border {
  std::vector<double> input, numbers;
  std::string text;
};

/// The module has one caller at a time. Only this outlives a call, apart from open simulations (runs.cpp) and the last
/// fluid model (fluid_api.cpp).
Border& border();

int refuse(const ConfigIssues& issues);
int answer(std::string text);

/// The check that `Scheme::resolve`, `curve` and `make` require. An error of a parameter becomes an issue of the
/// request.
bool passes_check(const SchemeRequest& request, ConfigIssues& issues);

}  // namespace aqm::bindings
