#!/bin/sh
# Makes the files beside it anew: two hosts in network namespaces, a line of 4 Mbit/s with 30 kB of buffer between them, and the real programs.
# As root on Debian 12: apt-get install iproute2 iputils-ping irtt iperf3 tcpdump flent wireshark-common; then sh make.sh .
set -eu
out=$(realpath "$1")
work=$(mktemp -d)
cd "$work"
clean() {
  for name in measured-a measured-b; do
    ip netns pids $name 2> /dev/null | xargs -r kill 2> /dev/null || true
    ip netns del $name 2> /dev/null || true
  done
}
trap clean EXIT
clean
for name in a b; do ip netns add measured-$name; done
ip link add va netns measured-a type veth peer name vb netns measured-b
in_a() { ip netns exec measured-a "$@"; }
in_b() { ip netns exec measured-b "$@"; }
in_a ip addr add 10.9.0.1/24 dev va
in_b ip addr add 10.9.0.2/24 dev vb
for x in a b; do
  ip netns exec measured-$x ip link set lo up
  ip netns exec measured-$x ip link set v$x up
  ip netns exec measured-$x ethtool -K v$x tso off gso off gro off > /dev/null 2>&1 || true
done
in_a tc qdisc add dev va root handle 1: tbf rate 4mbit burst 3000 limit 30000
in_b irtt server > /dev/null 2>&1 &
in_b iperf3 -s > /dev/null 2>&1 &
sleep 1
ip netns exec measured-b tcpdump -U -i vb -s 80 -w "$work/b.pcap" tcp port 5201 2> /dev/null &
b=$!
ip netns exec measured-a tcpdump -U -i va -s 80 -w "$work/a.pcap" tcp port 5201 2> /dev/null &
a=$!
sleep 1
in_a ping -D -i 0.1 -c 40 10.9.0.2 > ping.txt &
in_a irtt client -i 50ms -d 3s -o irtt.json 10.9.0.2 > irtt.log &
(for k in $(seq 1 20); do date +%s.%N; tc -n measured-a -s -j qdisc show dev va; sleep 0.1; done) > tc.log &
sleep 1
in_a iperf3 -c 10.9.0.2 -t 2 -i 0.5 -J > iperf3.json
sleep 1
kill -TERM $a $b
wait $a $b || true
in_a flent ping -l 2 -s 0.2 -H 10.9.0.2 -D . > flent.log 2>&1 || cat flent.log
editcap -F pcapng -r a.pcap a.pcapng 1-300
gzip -9n irtt.json a.pcap b.pcap a.pcapng
cp ping.txt irtt.json.gz tc.log iperf3.json a.pcap.gz b.pcap.gz a.pcapng.gz "$out"
cp ping-*.flent.gz "$out/ping.flent.gz"
