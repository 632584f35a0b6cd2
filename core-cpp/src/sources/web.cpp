// The web after PackMime-HTTP (parts/web_sizes.hpp): connections at random times. Most have one response; some persist
// through several pages of several objects, with think times. Each response has its request, which goes in the other
// direction, and the server's think time. A flow is a client with one transfer at a time: later requests wait.
// Connections whose users are thinking block nothing.
#include "parts/source_of.hpp"
#include "parts/web_sizes.hpp"

namespace aqm {
namespace {

struct WebParams {
  double rate = 1, persistent = 0.09;
};

/// PackMime's fits are for whole links: below one connection per second, the shapes for one connection are used.
double fitted(double rate) { return std::max(rate, 1.0); }

constexpr double kOnePage = 0.82, kMorePages = 0.417, kOneObject = 0.69, kMoreObjects = 1.578;

/// One, or two plus a whole number of exponentially distributed further ones.
int count_of(Rng& rng, double one, double more) {
  if (rng.uniform() < one) return 1;
  return 1 + static_cast<int>(std::ceil(-more * math::log(1 - rng.uniform()) + 1e-12));
}
double mean_count(double one, double more) { return one + (1 - one) * (1 + 1 / (1 - math::exp(-1 / more))); }

/// An open connection: its remaining requests and their times.
struct Conversation {
  TwoStage sizes, between_pages, between_objects;
  int pages, objects;
  bool persists;
  Time next_request;
};

class WebApplication final : public Application {
 public:
  explicit WebApplication(const WebParams& p)
      : params_(p),
        gap_shape_(inverse_logit(0.352 + 0.388 * math::log(fitted(p.rate)) / 0.6931471805599453)),
        gap_scale_(1 / (p.rate * gamma_function(1 + 1 / gap_shape_))),
        responses_(fitted(p.rate)) {}

  void start(Host& host) override {
    // The start is somewhere within a gap, more often in a long gap than in a short one: the arrivals have their rate
    // from the beginning.
    Rng& rng = host.rng();
    const double shape = 1 + 1 / gap_shape_;
    const double length = gap_scale_ * math::pow(shape * gamma_of_mean_one(rng, shape), 1 / gap_shape_);
    next_arrival_ = host.now() + std::max<Time>(from_seconds(std::min(length * rng.uniform(), 1e6)), 1);
    plan(host);
  }
  void wake(Host& host) override {
    const Time now = host.now();
    if (now >= next_arrival_) {
      ++waiting_;
      next_arrival_ = now + gap(host);
    }
    if (now >= next_response_) {
      next_response_ = kNever;
      host.transfer(size_, over_);
    }
    plan(host);
  }
  void requested(Host& host) override {
    Rng& rng = host.rng();
    size_ = last().persists ? std::max(1.0, std::floor(last().sizes.draw(rng))) : responses_.draw(rng);
    next_response_ = soon(host, 1 / std::max(weibull(rng, 0.63, 305), 10.0));  // at most a tenth of a second
    plan(host);
  }
  void delivered(Host& host) override {
    Conversation& of = last();
    busy_ = false;
    if (--of.objects > 0) {
      of.next_request = soon(host, of.between_objects.draw(host.rng()));
    } else if (--of.pages > 0) {
      of.objects = count_of(host.rng(), kOneObject, kMoreObjects);
      of.next_request = soon(host, of.between_pages.draw(host.rng()));
    } else {
      open_.pop_back();
      last_is_open_ = false;
    }
    plan(host);
  }

 private:
  Time gap(Host& host) {
    return std::max<Time>(from_seconds(std::min(weibull(host.rng(), gap_shape_, gap_scale_), 1e6)), 1);
  }

  /// The connection that was used last, if it is open.
  Conversation& last() { return open_.back(); }

  void plan(Host& host) {
    if (!busy_) ask(host);
    Time at = std::min(next_arrival_, next_response_);
    if (!busy_) {
      for (const Conversation& one : open_) at = std::min(at, one.next_request);
    }
    host.wake(at);
  }

  /// One request at a time: first the connection that has been due for longest, then those that became due meanwhile.
  void ask(Host& host) {
    const auto due = std::min_element(open_.begin(), open_.end(), [](const Conversation& a, const Conversation& b) {
      return a.next_request < b.next_request;
    });
    if (due != open_.end() && due->next_request <= host.now()) {
      over_ = last_is_open_ && due + 1 == open_.end() ? TransferOver::same_connection : TransferOver::resting;
      std::rotate(due, due + 1, open_.end());
    } else if (waiting_ > 0) {
      --waiting_;
      open_.push_back(opened(host.rng()));
      over_ = TransferOver::new_connection;
    } else {
      return;
    }
    busy_ = last_is_open_ = true;
    host.request(WebRequests::draw(host.rng()), over_);
  }

  Conversation opened(Rng& rng) {
    const bool persists = rng.uniform() < params_.persistent;
    Rng idle(0);  // a connection with a single request draws nothing
    Rng& own = persists ? rng : idle;
    Conversation one{TwoStage(own, TwoStage::kPersistentSize),
                     TwoStage(own, TwoStage::kBetweenPages),
                     TwoStage(own, TwoStage::kBetweenObjects),
                     1,
                     1,
                     persists,
                     kNever};
    if (persists) {
      one.pages = count_of(rng, kOnePage, kMorePages);
      one.objects = count_of(rng, kOneObject, kMoreObjects);
    }
    return one;
  }

  static Time soon(Host& host, double after_s) {
    return host.now() + std::max<Time>(from_seconds(std::min(after_s, 3600.0)), 1);
  }

  WebParams params_;
  double gap_shape_, gap_scale_;
  WebResponses responses_;
  std::vector<Conversation> open_;  ///< the connection that was used last is the last element
  Time next_arrival_ = kNever, next_response_ = kNever;
  TransferOver over_ = TransferOver::new_connection;
  int waiting_ = 0;
  double size_ = 0;
  bool busy_ = false, last_is_open_ = false;
};

struct Web {
  static constexpr const char* id = "web";
  static constexpr const char* name = "web";
  static constexpr const char* help =
      "Web clients after PackMime-HTTP: connections at random times, requests, responses with a heavy tail, some "
      "connections that persist. What a transfer takes counts from its request.";
  static constexpr const char* source = "Cao et al., INFOCOM 2004, doi:10.1109/INFCOM.2004.1354568";
  static constexpr Transport transport = Transport::tcp;
  static constexpr bool steady = false;
  using Params = WebParams;
  static std::vector<ParamSpec> table() {
    return {
        bind<Params, &Params::rate>(
            "rate", "1/s", ParamKind::pair, 1, {0.001, 1000},
            "New connections of one flow in a second. A flow has one transfer under way at a time, what is asked for "
            "meanwhile waits: for more than one in a few round trips take more flows."),
        bind<Params, &Params::persistent>("persistent", "1", ParamKind::pair, 0.09, {0, 1},
                                          "Share of the connections that carry more than one response.")};
  }
  static double mean_rate(const Params& p, int packet_size) {
    const double many = mean_count(kOnePage, kMorePages) * mean_count(kOneObject, kMoreObjects);
    const double bytes = (1 - p.persistent) * WebResponses(fitted(p.rate)).mean() +
                         p.persistent * many * TwoStage::mean(TwoStage::kPersistentSize);
    return p.rate * 8 * bytes * packet_size / (packet_size - 40.0);
  }
  static std::unique_ptr<Application> make(const Params& p, int) { return std::make_unique<WebApplication>(p); }
};

const SourceOf<Web> registered;

}  // namespace
}  // namespace aqm
