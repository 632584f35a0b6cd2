// What happens when memory runs out. Without exceptions, Emscripten's operator new returns null, and writes to it are
// lost without a message until some address is out of bounds. Therefore the program ends, and the loader
// (wasm/src/module.ts) gives the reason.
#include <cstdlib>
#include <new>

namespace {

[[maybe_unused]] const std::new_handler kBefore = std::set_new_handler([] { std::_Exit(1); });

}  // namespace
