// BBR version 3; the code is in bbr.hpp, so that tests can read its state.
#include "bbr.hpp"

namespace aqm {
namespace {

const ControlOf<Bbr> registered;

}  // namespace
}  // namespace aqm
