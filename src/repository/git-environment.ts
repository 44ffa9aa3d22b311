/**
 * What git is given of the environment: what it needs to find itself, its user's configuration, the
 * network and ssh. Tokens, inputs and the `GIT_DIR` of a hook that called us stay behind.
 */
const PASSED: ReadonlySet<string> = new Set([
  ...["PATH", "PATHEXT", "SYSTEMROOT", "WINDIR", "COMSPEC", "TEMP", "TMP", "TMPDIR"],
  ...["HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA"],
  ...["USER", "LOGNAME", "USERNAME", "SUDO_UID", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "KRB5CCNAME"],
  ...["GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY", "GIT_SSL_NO_VERIFY"],
  ...["SSH_AUTH_SOCK", "SSH_AGENT_PID", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT"],
  // actions/checkout has ssh find its key through it, where it was given one.
  "RUNNER_TEMP",
  ...["GIT_CEILING_DIRECTORIES", "GIT_DISCOVERY_ACROSS_FILESYSTEM"],
  ...["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT"],
]);

/** Configuration handed over in pairs, e.g. `safe.directory` in a container: git-config(1), ENVIRONMENT. */
const NUMBERED = /^GIT_CONFIG_(KEY|VALUE)_\d{1,4}$/;

const FIXED: Readonly<Record<string, string>> = {
  // Messages are recognised by their English words.
  LC_ALL: "C",
  // No prompt can block: not git's, not ssh's, not a credential helper's window.
  GIT_TERMINAL_PROMPT: "0",
  GIT_ASKPASS: "",
  SSH_ASKPASS: "/bin/false",
  SSH_ASKPASS_REQUIRE: "force",
  GCM_INTERACTIVE: "never",
  // Objects are what their ids say, and the index is not refreshed in passing.
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
  GIT_OPTIONAL_LOCKS: "0",
  // `ext::` would run a command that a URL names.
  GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
};

/** The environment for git, from the ambient one. */
export function gitEnvironment(
  ambient: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed: [string, string][] = [];
  for (const [name, value] of Object.entries(ambient)) {
    if (value === undefined) continue;
    if (PASSED.has(name.toUpperCase()) || NUMBERED.test(name)) passed.push([name, value]);
  }
  return { ...Object.fromEntries(passed), ...FIXED };
}
