// How a scheme enters the catalogue: `const Register<SchemeOf<Red>> registered;`, the last line of its source file. Its
// counterpart in the fluid model is registered with it; only a program with a fluid model stores it.
#pragma once
#include "aqm/scheme.hpp"
#include "registration.hpp"

namespace aqm {

template <class S>
class Register {
 public:
  Register() : registration_(scheme_) { keep_counterpart(scheme_, &S::counterpart); }

 private:
  S scheme_;
  Registration<Scheme> registration_;
};

}  // namespace aqm
