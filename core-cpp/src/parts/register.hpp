// How a scheme enters the catalogue: `const Register<SchemeOf<Red>> registered;`, the last line of its source file.
#pragma once
#include "aqm/scheme.hpp"
#include "registration.hpp"

namespace aqm {

template <class S>
class Register {
 public:
  Register() : registration_(scheme_) {}

 private:
  S scheme_;
  Registration<Scheme> registration_;
};

}  // namespace aqm
