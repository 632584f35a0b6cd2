// Why the mean queue of a scheme's fluid model is far from the packets': the causes that several schemes have in
// common, one sentence each. docs/fluid-model.md has the experiment behind each cause ("Why a model is approximate").
#pragma once

namespace aqm {

inline constexpr const char* kApartIdle =
    "The law keeps the load below the rate of the link: chance alone makes a queue there, and its model is rough.";
inline constexpr const char* kApartRests =
    "The start of the flows decides which of many rests the law reaches: packets and this model often reach different "
    "ones.";

}  // namespace aqm
