// The hash by which tables know positions of games written in Python: of their fields, by value.
//
// Python's own hash gives -1 and -2 the same number, lets large numbers that differ by a multiple of
// 2^61 - 1 collide, and takes another salt for texts in every process. Here every value that a field
// usually holds is hashed by its content, so that runs repeat across processes. Only objects that are
// neither plain values nor dataclasses give their own hash.
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <vector>

#include "python_game.hpp"

namespace ply {
namespace {

// What kind of object a class makes, found out once for each class.
struct Kind {
    enum { dataclass, enumeration, other } what = other;
    std::vector<nb::object> fields;  // names of those that tell its objects apart
    nb::object type;                 // a weak reference: another class may come to lie there
};

bool is_subclass(nb::handle type, const char* module, const char* name) {
    const nb::object base = nb::module_::import_(module).attr(name);
    return python::checked(PyObject_IsSubclass(type.ptr(), base.ptr())) != 0;
}

Kind make_kind(nb::handle type) {
    Kind kind{.what = Kind::other, .fields = {}, .type = {}};
    kind.type = python::owned(PyWeakref_NewRef(type.ptr(), nullptr));
    if (is_subclass(type, "enum", "Enum")) {
        kind.what = Kind::enumeration;
    } else if (nb::hasattr(type, "__dataclass_fields__")) {
        kind.what = Kind::dataclass;
        for (nb::handle field : nb::module_::import_("dataclasses").attr("fields")(type))
            if (nb::cast<bool>(field.attr("compare"))) {
                PyObject* name = nb::object(field.attr("name")).release().ptr();
                PyUnicode_InternInPlace(&name);
                kind.fields.push_back(nb::steal(name));
            }
    }
    return kind;
}

constexpr std::size_t most_kinds = 1000;  // classes that are gone leave their entries behind

std::shared_ptr<const Kind> kind_of(nb::handle type) {
    // Never destroyed: it may hold the last references when Python has ended already.
    static auto& known = *new std::unordered_map<PyObject*, std::shared_ptr<const Kind>>;
    const auto found = known.find(type.ptr());
    if (found != known.end() && PyWeakref_GetObject(found->second->type.ptr()) == type.ptr())
        return found->second;
    // It calls Python, so that other threads may change the table meanwhile.
    auto made = std::make_shared<const Kind>(make_kind(type));
    if (known.size() >= most_kinds) known.clear();
    return known.insert_or_assign(type.ptr(), std::move(made)).first->second;
}

// One call. A value may be nested deeper than the stack is, or lead back to itself: that is a
// RecursionError, as for Python's own `hash`.
class ExactHash {
public:
    std::uint64_t operator()(nb::handle value) {
        PyObject* object = value.ptr();
        // Classes of numbers and texts, such as an IntEnum, are equal to what they hold.
        if (PyLong_Check(object)) return of_whole(value);
        if (PyUnicode_Check(object)) return of_text(value);
        if (object == Py_None) return hash_words(std::uint64_t{0}, std::uint64_t{1});
        if (uncut([] { return Py_EnterRecursiveCall(" while hashing a position"); }) != 0)
            throw nb::python_error();
        const Leave leave;
        if (PyTuple_Check(object)) return of_tuple(value);
        if (PyFloat_Check(object)) return of_float(value);
        if (PyBytes_Check(object))
            return of_bytes(PyBytes_AsString(object), PyBytes_Size(object), 6);
        if (PyFrozenSet_Check(object)) return of_set(value);
        return of_object(value);
    }

private:
    struct Leave {
        ~Leave() { Py_LeaveRecursiveCall(); }
    };
    struct Seen {
        nb::object value;
        std::uint64_t hash;
    };

    static std::uint64_t of_whole(nb::handle value) {
        int overflow = 0;
        const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
        if (overflow == 0)
            return hash_words(static_cast<std::uint64_t>(python::checked(number)),
                              std::uint64_t{2});
        const nb::object size = python::owned(PyNumber_Absolute(value.ptr()));
        const nb::object bits = python::call_method<"bit_length">(size);
        const nb::object digits = python::call_method<"to_bytes">(
            size, nb::int_(nb::cast<int>(bits) / 8 + 1), nb::str("little"));
        return of_bytes(PyBytes_AsString(digits.ptr()), PyBytes_Size(digits.ptr()),
                        overflow > 0 ? 7 : 8);
    }

    static std::uint64_t of_text(nb::handle value) {
        Py_ssize_t size = 0;
        if (const char* letters = PyUnicode_AsUTF8AndSize(value.ptr(), &size))
            return of_bytes(letters, size, 5);
        PyErr_Clear();  // half a pair of surrogates
        const nb::object bytes =
            python::owned(PyUnicode_AsEncodedString(value.ptr(), "utf-8", "surrogatepass"));
        return of_bytes(PyBytes_AsString(bytes.ptr()), PyBytes_Size(bytes.ptr()), 5);
    }

    static std::uint64_t of_bytes(const char* bytes, Py_ssize_t size, std::uint64_t tag) {
        std::uint64_t sum = hash_words(tag, static_cast<std::uint64_t>(size));
        for (; size >= 8; bytes += 8, size -= 8) sum = hash_words(sum, word(bytes, 8));
        return size == 0 ? sum : hash_words(sum, word(bytes, static_cast<std::size_t>(size)));
    }

    static std::uint64_t word(const char* bytes, std::size_t size) {
        std::uint64_t found = 0;
        std::memcpy(&found, bytes, size);
        return found;
    }

    static std::uint64_t of_float(nb::handle value) {
        const double number = PyFloat_AsDouble(value.ptr());
        // 1.0 and 1 are equal, and so are 0.0 and -0.0.
        if (number == std::floor(number) && std::fabs(number) < 9e15)
            return hash_words(static_cast<std::uint64_t>(static_cast<long long>(number)),
                              std::uint64_t{2});
        return hash_words(std::bit_cast<std::uint64_t>(number), std::uint64_t{3});
    }

    // Tuples that share their parts would be walked through again and again, in time that doubles
    // with every level. So a value that turns out to be large remembers the tuples that it has seen,
    // and keeps them alive: a field may be made anew whenever it is asked for.
    std::uint64_t of_tuple(nb::handle value) {
        PyObject* object = value.ptr();
        const bool remembers = ++num_tuples_ > many_tuples;
        if (remembers)
            if (const auto seen = seen_.find(object); seen != seen_.end()) return seen->second.hash;
        std::uint64_t sum = 4;
        for (Py_ssize_t i = 0; i < PyTuple_Size(object); ++i)
            sum = hash_words(sum, (*this)(PyTuple_GetItem(object, i)));
        if (remembers) seen_.emplace(object, Seen{nb::borrow(value), sum});
        return sum;
    }

    // In no order: a sum of what its members give, each mixed once more.
    std::uint64_t of_set(nb::handle value) {
        std::uint64_t sum = 0;
        for (nb::handle member : nb::borrow<nb::iterable>(value))
            sum += hash_words((*this)(member), std::uint64_t{9});
        return hash_words(sum, static_cast<std::uint64_t>(nb::len(value)));
    }

    std::uint64_t of_object(nb::handle value) {
        const auto kind = kind_of(value.type());
        if (kind->what == Kind::enumeration)
            return hash_words((*this)(python::get<"name">(value)), std::uint64_t{10});
        if (kind->what == Kind::other)
            return hash_words(static_cast<std::uint64_t>(python::hash(value)), std::uint64_t{11});
        std::uint64_t sum = 12;
        for (const nb::object& name : kind->fields)
            sum = hash_words(sum, (*this)(python::get(value, name)));
        return sum;
    }

    static constexpr int many_tuples = 1000;

    int num_tuples_ = 0;
    std::unordered_map<PyObject*, Seen> seen_;
};

}  // namespace

std::uint64_t exact_hash(nb::handle value) { return ExactHash()(value); }

}  // namespace ply
