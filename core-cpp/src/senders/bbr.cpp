// BBR version 3: bbr.hpp, which its tests look into.
#include "bbr.hpp"

namespace aqm {
namespace {

const ControlOf<Bbr> registered;

}  // namespace
}  // namespace aqm
