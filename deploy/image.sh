#!/bin/bash
# Builds deploy/Dockerfile without a container engine and tests the result: each stage begins as a minimal Debian with this machine's Node.js, and
# each step of the file runs in it. Needs root and debootstrap. FOLDER contains the stages; the last one is FOLDER/image.
#   sudo deploy/image.sh FOLDER
set -euo pipefail
folder=$(realpath "${1:?usage: deploy/image.sh FOLDER}")
project=$(dirname "$(dirname "$(realpath "$0")")")
dockerfile=$project/deploy/Dockerfile
mounted=()

unmount () {
  for place in "${mounted[@]}"; do umount --lazy "$place"; done
  mounted=()
}
trap unmount EXIT

mount_at () { # TYPE OR FOLDER, PLACE
  mkdir --parents "$2"
  if [ "$1" = proc ]; then mount --types proc proc "$2"; else mount --rbind --make-rslave "$1" "$2"; fi
  mounted=("$2" "${mounted[@]}")
}

# The base image: Debian, Node.js with npm, and an ordinary user.
base () {
  [ -e "$folder/base/ready" ] && return
  mkdir --parents "$folder"
  debootstrap --variant=minbase bookworm "$folder/base" > "$folder/debootstrap.log"
  install -D --target-directory="$folder/base/usr/local/bin" "$(node --print process.execPath)"
  mkdir --parents "$folder/base/usr/local/lib/node_modules"
  cp --archive "$(npm root --global)/npm" "$folder/base/usr/local/lib/node_modules/npm"
  for program in npm npx; do ln --symbolic "../lib/node_modules/npm/bin/$program-cli.js" "$folder/base/usr/local/bin/$program"; done
  chroot "$folder/base" useradd --create-home --uid 1000 node
  cp /etc/resolv.conf "$folder/base/etc/resolv.conf"
  # Behind a TLS-intercepting proxy, this file has the proxy's certificate authority.
  [ -z "${NODE_EXTRA_CA_CERTS:-}" ] || install -D "$NODE_EXTRA_CA_CERTS" "$folder/base/etc/ssl/authorities.pem"
  touch "$folder/base/ready"
}

# The files that the ignore file admits to the build.
context () {
  rm --recursive --force "$folder/context"
  mkdir "$folder/context"
  sed --quiet 's/^!//p' "$dockerfile.dockerignore" | while read -r path; do
    [ ! -e "$project/$path" ] || (cd "$project" && cp --archive --parents "$path" "$folder/context")
  done
}

# Sets `inside` to the prefix that runs a command in the stage.
enter () { # USER, COMMAND
  inside=(chroot --userspec="$1" "$root" env --ignore-environment PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.pem "${variables[@]}" sh -c "cd $place && $2")
}

copy () { # [--from=STAGE] PATH... PLACE
  local from=$folder/context
  if [[ $1 == --from=* ]]; then from=$folder/${1#--from=}; shift; fi
  local target=$root$place
  for path in "${@:1:$#-1}"; do
    if [ -d "$from/$path" ]; then cp --archive "$from/$path/." "$target"; else cp --archive "$from/$path" "$target"; fi
  done
}

run () { # [--mount=from=STAGE,target=PLACE] COMMAND...
  local beside=
  if [[ $1 =~ ^--mount=from=(.*),target=(.*)$ ]]; then
    mount_at "$folder/${BASH_REMATCH[1]}" "$root${BASH_REMATCH[2]}"
    beside=$root${BASH_REMATCH[2]}
    shift
  fi
  enter root "$*"
  "${inside[@]}"
  if [ -n "$beside" ]; then umount --lazy "$beside"; mounted=("${mounted[@]:1}"); fi
}

build () {
  local instruction words
  while read -r instruction words; do
    [[ $instruction =~ ^[A-Z]+$ ]] || continue
    echo "$instruction $words"
    case $instruction in
      FROM)
        unmount
        [[ $words =~ \ AS\ (.*)$ ]] && root=$folder/${BASH_REMATCH[1]} || root=$folder/image
        rm --recursive --force "$root"
        cp --archive "$folder/base" "$root"
        mount_at proc "$root/proc"
        mount_at /dev "$root/dev"
        place=/ user=root variables=() ;;
      WORKDIR) place=$words; mkdir --parents "$root$place" ;;
      ENV) read -ra variables <<< "$words" ;;
      COPY) eval "copy $words" ;;
      RUN) eval "run $(printf '%q ' $words)" ;;
      USER) user=$words ;;
      ENTRYPOINT) entrypoint=$(tr --delete '[],"' <<< "$words") ;;
    esac
  done < "$dockerfile"
}

answers () { # SECONDS, ADDRESS, COMMAND...
  local seconds=$1 address=$2
  shift 2
  enter "$user" "HOST=127.0.0.1 PORT=18080 exec $entrypoint $*"
  "${inside[@]}" > "$folder/$1.log" 2>&1 &
  local service=$! begun=$SECONDS
  until curl --silent --fail "http://127.0.0.1:18080$address"; do
    sleep 0.5
    [ $((SECONDS - begun)) -lt "$seconds" ] && kill -0 $service || { cat "$folder/$1.log"; exit 1; }
  done
  echo
  echo "$entrypoint $*: answered after $((SECONDS - begun)) seconds"
  kill -TERM $service
  wait $service
}

base
context
build
du --summarize --human-readable "$root/app"
answers 120 /readyz serve --no-schedule
answers 120 '/api/open/central-bank/ecb?source=EUR&target=USD' demo
