#!/usr/bin/env bash
# Installs PostgreSQL with pgvector, and pgbouncer, from the system's packages, for the tests. Does nothing where they are there.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

newest() { find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' 2>/dev/null | sort -n | tail -1; }
has_server() { [ -n "$(newest)" ] && [ -x "/usr/lib/postgresql/$(newest)/bin/initdb" ]; }
has_vector() { has_server && [ -e "/usr/share/postgresql/$(newest)/extension/vector.control" ]; }

has_pooler() { [ -x /usr/sbin/pgbouncer ]; }

has_vector && has_pooler && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo 'PostgreSQL with pgvector, or pgbouncer, is not there, and only root can install it with apt-get' >&2
  exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Debian 12 has no package of it: the source package of the next release is compiled, from the machine's own archive.
compile_vector() {
  cd "$folder"
  apt-get install -y --no-install-recommends "postgresql-server-dev-$1" build-essential dpkg-dev
  local archive keyring
  archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $(. /etc/os-release && echo "$VERSION_CODENAME")" | head -1)
  keyring=$(find /usr/share/keyrings -name 'debian-archive-keyring.*' | head -1)
  mkdir lists
  echo "deb-src [signed-by=$keyring] $archive trixie main" >sources.list
  local own=(-o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$folder/lists")
  apt-get "${own[@]}" update
  apt-get "${own[@]}" -o APT::Sandbox::User=root source pgvector
  cd pgvector-*/
  make OPTFLAGS="" with_llvm=no "PG_CONFIG=/usr/lib/postgresql/$1/bin/pg_config"
  make install with_llvm=no "PG_CONFIG=/usr/lib/postgresql/$1/bin/pg_config"
}

install() {
  apt-get update
  has_server || apt-get install -y --no-install-recommends postgresql
  has_pooler || apt-get install -y --no-install-recommends pgbouncer
  has_vector || apt-get install -y --no-install-recommends "postgresql-$(newest)-pgvector" || compile_vector "$(newest)"
}
(install) >"$folder/log" 2>&1 || true
has_vector || { tail -5 "$folder/log" >&2; echo 'PostgreSQL with pgvector could not be installed' >&2; }
has_pooler || echo 'pgbouncer could not be installed' >&2
