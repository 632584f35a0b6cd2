// Why the mean queue of a scheme's fluid model is far from the packets': the causes that several schemes have in
// common, one sentence each. docs/fluid-model.md has the experiment behind each cause ("Why a model is approximate").
#pragma once

namespace aqm {

inline constexpr const char* kApartBursts =
    "Where the queue oscillates at long round trips, this model empties it for too long: its senders spread a window "
    "evenly over a round trip, while real ones send it in bursts, when acknowledgements come.";
inline constexpr const char* kApartIdle =
    "The scheme holds the load below the rate of the link: this model has no queue there, and packets have one by "
    "chance.";
inline constexpr const char* kApartRests =
    "The law has a whole set of rests, and the start of the flows decides which of them is reached: packets and this "
    "model often reach different ones.";
inline constexpr const char* kApartThreshold =
    "The threshold takes a large step at every arrival, and among packets chance decides whether up or down; this "
    "model follows the mean.";

}  // namespace aqm
