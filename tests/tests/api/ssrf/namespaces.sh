# Makes two networks beside this one and runs the arguments, a command. In `open` are the internet, as far as there is
# one, and what an administrator opens; in `closed` is every address that no request may reach. All that is not an
# address of `open` leads to `closed`. The namespaces end with their last process.
set -e
folder=$WAYBILL_TEST_NETWORK

# Makes a namespace, with a pair of interfaces between this one and it.
pair() {
    : >"$folder/$1"
    unshare --net="$folder/$1" true
    nsenter --net="$folder/$1" ip link add name server address "02:00:00:00:0$2:01" \
        type veth peer name "$1" address "02:00:00:00:0$2:02" netns $$
}

# Makes a file of the system that another one stands in for here.
replaced() {
    printf '%s\n' "$2" >"$folder/$1"
    mount --bind "$folder/$1" "/etc/$1"
}

ip link set dev lo up
pair open 1
pair closed 2
replaced resolv.conf "nameserver 11.0.1.1
options timeout:2 attempts:2"
replaced nsswitch.conf "hosts: files dns"
replaced hosts "127.0.0.1 localhost
::1 localhost"
echo "$ENTERED"

# Gives both ends their addresses. The neighbours are fixed, so that the kernel asks for none: such packets would be
# counted.
joined() {
    far="nsenter --net=$folder/$1 ip"
    ip link set dev "$1" addrgenmode none
    $far link set dev server addrgenmode none
    ip addr add "11.0.$2.2/24" dev "$1"
    ip addr add "2a01:$2::2/64" dev "$1" nodad
    $far addr add "11.0.$2.1/24" dev server
    $far addr add "2a01:$2::1/64" dev server nodad
    ip link set dev "$1" up
    $far link set dev server up
    $far link set dev lo up
    for network in "11.0.$2." "2a01:$2::"; do
        ip neigh replace "${network}1" lladdr "02:00:00:00:0$2:01" dev "$1" nud permanent
        $far neigh replace "${network}2" lladdr "02:00:00:00:0$2:02" dev server nud permanent
    done
}

# Adds an address to a namespace.
has() {
    case $2 in
        *:*) nsenter --net="$folder/$1" ip -6 addr add "$2/128" dev lo nodad ;;
        *) nsenter --net="$folder/$1" ip addr add "$2/32" dev lo ;;
    esac
}

joined open 1
joined closed 2
# A second address of the server in the same network.
ip addr add 11.0.1.3/24 dev open
for address in $OPEN; do
    has open "$address"
    case $address in
        *:*) ip -6 route add "$address/128" via 2a01:1::1 ;;
        *) ip route add "$address/32" via 11.0.1.1 ;;
    esac
done
for address in $CLOSED; do
    has closed "$address"
done
ip route add default via 11.0.2.1
ip -6 route add default via 2a01:2::1
exec "$@"
