// How a scheme enters the catalogue: `const Register<SchemeOf<Red>> registered;` in its own source file and nowhere else.
// Its counterpart in the fluid model is registered with it, and kept only by a program that has a fluid model.
#pragma once
#include "aqm/scheme.hpp"

namespace aqm {

/// A link of the list that static initialisation builds; only `catalogue()` reads it.
class Registration {
 public:
  explicit Registration(const Scheme& scheme) : scheme_(scheme), next_(head()) { head() = this; }
  const Scheme& scheme() const { return scheme_; }
  const Registration* next() const { return next_; }
  static const Registration*& head();

 private:
  const Scheme& scheme_;
  const Registration* next_;
};

template <class S>
class Register {
 public:
  Register() : registration_(scheme_) { keep_counterpart(scheme_, &S::counterpart); }

 private:
  S scheme_;
  Registration registration_;
};

}  // namespace aqm
