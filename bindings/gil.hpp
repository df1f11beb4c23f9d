// Python's lock, and calls into Python that are safe while Python ends.
//
// Once the interpreter shuts down, a daemon thread that asks for the lock is ended by `pthread_exit`
// (up to Python 3.13), which unwinds the stack like an exception: a destructor or a `catch (...)` on
// the way would abort the whole process. So every place where that can happen is wrapped in `uncut`,
// and the thread sleeps there until the process is gone, as Python 3.14 does by itself.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>

#if __has_include(<cxxabi.h>)
#include <cxxabi.h>
#endif

namespace ply {

namespace nb = nanobind;

[[noreturn]] inline void sleep_forever() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

// `call` uses Python's C interface and nothing whose destructor would need the lock.
template <class Call>
auto uncut(Call call) {
#if defined(__GLIBCXX__)
    try {
        return call();
    } catch (abi::__forced_unwind&) {
        sleep_forever();
    }
#else
    return call();  // nothing unwinds the stack there
#endif
}

class GilAcquire {
public:
    GilAcquire() : state_(uncut([] { return PyGILState_Ensure(); })) {}
    ~GilAcquire() { PyGILState_Release(state_); }
    GilAcquire(const GilAcquire&) = delete;
    GilAcquire& operator=(const GilAcquire&) = delete;

private:
    PyGILState_STATE state_;
};

class GilRelease {
public:
    GilRelease() = default;
    ~GilRelease() {
        uncut([this] { PyEval_RestoreThread(thread_); });
    }
    GilRelease(const GilRelease&) = delete;
    GilRelease& operator=(const GilRelease&) = delete;

private:
    PyThreadState* thread_ = PyEval_SaveThread();
};

// Calls into Python code. All need the lock, and throw what Python raises.
namespace python {

template <std::size_t Size>
struct Text {
    char letters[Size];
    constexpr Text(const char (&text)[Size]) { std::copy_n(text, Size, letters); }
};

// A name as Python looks it up fastest; it lives as long as the process.
template <Text text>
nb::handle name() {
    static PyObject* const made = PyUnicode_InternFromString(text.letters);
    return made;
}

inline nb::object owned(PyObject* object) {
    if (!object) throw nb::python_error();
    return nb::steal(object);
}

// The answer of a function that returns -1 when Python raised.
template <class Number>
Number checked(Number answer) {
    if (answer == static_cast<Number>(-1) && PyErr_Occurred()) throw nb::python_error();
    return answer;
}

inline nb::object get(nb::handle object, nb::handle name) {
    return owned(uncut([&] { return PyObject_GetAttr(object.ptr(), name.ptr()); }));
}

template <Text text>
nb::object get(nb::handle object) {
    return get(object, name<text>());
}

template <class... Arguments>
nb::object call(nb::handle callable, const Arguments&... arguments) {
    return owned(uncut(
        [&] { return PyObject_CallFunctionObjArgs(callable.ptr(), arguments.ptr()..., nullptr); }));
}

template <Text text, class... Arguments>
nb::object call_method(nb::handle object, const Arguments&... arguments) {
    return owned(uncut([&] {
        return PyObject_CallMethodObjArgs(object.ptr(), name<text>().ptr(), arguments.ptr()...,
                                          nullptr);
    }));
}

inline bool is_true(nb::handle object) {
    return checked(uncut([&] { return PyObject_IsTrue(object.ptr()); })) != 0;
}

inline bool equal(nb::handle a, nb::handle b) {
    return checked(uncut([&] { return PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ); })) != 0;
}

inline Py_hash_t hash(nb::handle object) {
    return checked(uncut([&] { return PyObject_Hash(object.ptr()); }));
}

inline double number(nb::handle object) {
    return checked(uncut([&] { return PyFloat_AsDouble(object.ptr()); }));
}

inline nb::object tuple(nb::handle sequence) {
    return owned(uncut([&] { return PySequence_Tuple(sequence.ptr()); }));
}

// A whole number within ±`most`; `what` names it for the message.
inline int whole(nb::handle object, int most, const char* what) {
    const nb::object index = owned(uncut([&] { return PyNumber_Index(object.ptr()); }));
    int overflow = 0;
    const long long value = checked(PyLong_AsLongLongAndOverflow(index.ptr(), &overflow));
    if (overflow != 0 || value < -most || value > most) {
        PyErr_Format(PyExc_ValueError, "%s is too large; expected a number from -%d to %d", what,
                     most, most);
        throw nb::python_error();
    }
    return static_cast<int>(value);
}

}  // namespace python

}  // namespace ply
