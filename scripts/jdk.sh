# Finds a JDK 25 or newer and exports JAVA_HOME. Sourced by ./fairlead, ./check and ./mvnw.
is_jdk25() {
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    jdk_version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ "${jdk_version:-0}" -ge 25 ]
}

# Where JDKs are put by packages, people and SDKMAN; a name a line, none with spaces in it.
usual_jdks() {
    for home in /usr/lib/jvm/* /opt/jdk* /opt/java/* "${SDKMAN_DIR:-$HOME/.sdkman}"/candidates/java/* "$HOME"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        echo "$home"
    done
}

find_jdk() {
    on_path=$(command -v javac 2>/dev/null) && on_path=$(readlink -f "$on_path") && on_path=${on_path%/bin/javac}
    for home in "${JAVA_HOME:-}" "${on_path:-}" $(usual_jdks); do
        if [ -n "$home" ] && is_jdk25 "$home"; then
            JAVA_HOME=$home
            export JAVA_HOME
            return 0
        fi
    done
    echo "fairlead: no JDK 25 found in JAVA_HOME, PATH or the usual folders; install one ('sdk install java 25-tem', or your distribution's JDK 25) and try again" >&2
    return 1
}
