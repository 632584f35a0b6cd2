// When memory runs out. Without exceptions Emscripten's operator new gives null, and what is written there is lost without a word until
// some address is out of bounds; so the program ends, and the loader (wasm/src/module.ts) says why.
#include <cstdlib>
#include <new>

namespace {

[[maybe_unused]] const std::new_handler kBefore = std::set_new_handler([] { std::_Exit(1); });

}  // namespace
