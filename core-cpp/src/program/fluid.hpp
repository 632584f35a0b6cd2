// A program in the fluid model.
#pragma once
#include "discipline.hpp"

namespace aqm::program {

/// The law of a program with these parameters, or why the fluid model has none for it.
FluidOffer fluid_of(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                    const LinkInfo& link, const FluidChoice& choice);

}  // namespace aqm::program
