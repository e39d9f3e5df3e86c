#!/bin/sh
# Sets a server of Debian or Ubuntu up, with systemd and Caddy or nginx: `prangon setup HOST` calls it. Each step is printed
# before it is done; DRY_RUN=1 only prints. What is done already stays as it is. REMOVE=1 takes it back, but for data.
set -eu
umask 022
host=$1
program=$(cd "$(dirname "$0")/.." && pwd -P)
node=${NODE:-$(command -v node)}
installed=/opt/$(basename "$program")
units='prangon.socket prangon.service'
marker='# Written by `prangon setup`, which may replace it.'
env_note='# Written by `prangon setup` once; it is yours now, and stays.'

run() {
  echo "$*"
  [ -n "${DRY_RUN:-}" ] || "$@" > /dev/null
}

# put FILE MODE: writes what it reads. What was there is kept beside: a file of somebody else for the way back.
put() {
  content=$(cat)
  if [ -e "$1" ] && [ "$(cat "$1")" = "$content" ]; then
    echo "$1 is as it should be"
    return
  fi
  if grep -qsF "$marker" "$1"; then
    run mv "$1" "$1.old"
  elif [ -e "$1" ]; then
    run mv "$1" "$1.before-prangon"
  fi
  echo "write $1"
  [ -n "${DRY_RUN:-}" ] || printf '%s\n' "$content" | install -D -m "$2" /dev/stdin "$1"
}

# shipped FILE PATTERN TEXT: a file of deploy/ with the text in the place of the pattern.
shipped() {
  echo "$marker"
  sed "s|$2|$3|g" "$program/deploy/$1"
}

link() {
  [ "$(readlink -f "$1" || true)" = "$(readlink -f "$(dirname "$1")/$2" || true)" ] || run ln -sfn "$2" "$1"
}

refuse() {
  echo "$1" >&2
  exit 1
}

take_back() {
  if ! grep -qsF "$marker" "$1"; then
    [ ! -e "$1" ] || echo "$1 stays: it was not written by this command"
  elif [ -e "$1.before-prangon" ]; then
    run mv "$1.before-prangon" "$1"
  else
    run rm "$1"
  fi
}

if [ -n "${DRY_RUN:-}" ]; then
  echo 'Nothing is done; without --dry-run it would be:'
else
  [ "$(id -u)" = 0 ] || refuse 'only root may do that; put `sudo` before it'
  [ -d /run/systemd/system ] || refuse 'systemd does not run here; docs/docker.md has other ways'
  case $node in /root/* | /home/*) refuse "the server may not read $node; put Node below /usr/local" ;; esac
fi

if [ -n "${REMOVE:-}" ]; then
  [ ! -e /etc/systemd/system/prangon.service ] || run systemctl disable --quiet --now $units
  for file in /etc/systemd/system/prangon.socket /etc/systemd/system/prangon.service /usr/local/bin/prangon \
    /etc/caddy/Caddyfile /etc/nginx/sites-available/prangon; do
    take_back "$file"
  done
  [ ! -L /etc/nginx/sites-enabled/prangon ] || run rm /etc/nginx/sites-enabled/prangon
  run systemctl daemon-reload
  for proxy in caddy nginx; do
    [ ! -e /lib/systemd/system/$proxy.service ] || run systemctl try-reload-or-restart $proxy
  done
  echo 'What is yours stays: /var/lib/prangon, /etc/prangon.env, the user prangon, and what /opt and /var/lib have of prangon'
  exit
fi

if id prangon > /dev/null 2>&1; then
  echo 'the user prangon is there'
else
  run useradd --system --home-dir /var/lib/prangon --shell /usr/sbin/nologin prangon
fi
if [ ! -e "$installed" ]; then
  run rm -rf "$installed.new"
  run cp --recursive --no-dereference "$program" "$installed.new"
  run mv "$installed.new" "$installed"
fi
link /opt/prangon "$(basename "$installed")"
if [ -e /etc/prangon.env ]; then
  echo '/etc/prangon.env stays as it is'
else
  shipped prangon.env www.example.com "$host" | sed "1s|.*|$env_note|" | put /etc/prangon.env 640
fi
run chgrp prangon /etc/prangon.env
shipped prangon.service /usr/local/bin/node "$node" | put /etc/systemd/system/prangon.service 644
shipped prangon.socket '^' '' | put /etc/systemd/system/prangon.socket 644
put /usr/local/bin/prangon 755 << COMMAND
#!/bin/sh
$marker
# The command with the settings of the server, as its user where it needs no rights of root.
case "\${1:-}" in setup | update) as= ;; *) as='runuser -u prangon --' ;; esac
exec \$as $node --env-file=/etc/prangon.env /opt/prangon/prangon "\$@"
COMMAND
run systemctl daemon-reload
run systemctl enable --quiet --now $units

if [ -e /usr/bin/caddy ]; then
  shipped Caddyfile '{$SITE:www.example.com}' "$host" | put /etc/caddy/Caddyfile 644
  run systemctl reload-or-restart caddy
elif [ -e /usr/sbin/nginx ]; then
  shipped nginx.conf www.example.com "$host" | put /etc/nginx/sites-available/prangon 644
  if [ -e /etc/ssl/prangon.pem ]; then
    link /etc/nginx/sites-enabled/prangon ../sites-available/prangon
    run nginx -qt
    run systemctl reload-or-restart nginx
  else
    echo 'nginx needs a certificate: put /etc/ssl/prangon.pem and prangon.key there, then run this again'
  fi
else
  echo 'Neither Caddy nor nginx is installed: `apt install caddy`, then run this again'
fi
echo 'The password of the first account: journalctl --unit prangon'
