/* std::call_once of <mutex>: pthread_once calls a function without arguments, which finds
 * the callable here. */
namespace std {
__thread void *__once_callable;
__thread void (*__once_call)();
}  // namespace std

extern "C" void __once_proxy() { std::__once_call(); }
