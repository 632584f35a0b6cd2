// AQM_SMALL marks functions that must be small rather than fast: they run once per run, per scheme or per edit, or for
// few packets only (a drop, a bin, a close-up). The page fetches the module before it shows anything, and clang would
// apply the generous inlining of the simulator's loop (docs/engines.md, note 8) to set-up code too.
#pragma once

#ifdef __clang__
#define AQM_SMALL [[clang::minsize]]
#else
#define AQM_SMALL
#endif
