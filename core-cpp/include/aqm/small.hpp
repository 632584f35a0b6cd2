// AQM_SMALL: what runs once a run, once a scheme, once an edit, or with few packets only (a drop, a bin, a close-up) is to be small
// rather than fast. The module is fetched before anything is seen, and clang's generous inlining for the simulator's loop
// (docs/engines.md, note 8) would be spent on set-up too.
#pragma once

#ifdef __clang__
#define AQM_SMALL [[clang::minsize]]
#else
#define AQM_SMALL
#endif
