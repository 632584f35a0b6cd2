// Whether a program marks packets.
#pragma once
#include "discipline.hpp"

namespace aqm::program {

/// Whether a program with these parameters marks packets that arrive and can carry a mark.
bool marks_packets(const std::shared_ptr<const Program>& program, const std::vector<double>& frame,
                   const LinkInfo& link);

}  // namespace aqm::program
