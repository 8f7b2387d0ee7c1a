// `helm test`: checks that the gateway is ready, and serves its API, its page and every version of every remote in
// remotes.json, including the versions of a rollout.
const base = process.env.GATEWAY_URL;
let failed = false;

const ask = async (path) => {
  const response = await fetch(new URL(path, base), { signal: AbortSignal.timeout(10_000) });
  console.log(response.ok ? 'good' : 'BAD', response.status, path);
  failed ||= !response.ok;
  return response;
};

try {
  await ask('/readyz');
  await ask('/api/docs');
  await ask('/');
  const remotes = await (await ask('/remotes.json')).json();
  for (const { entry, rollout = [] } of Object.values(remotes))
    for (const version of [entry, ...rollout.map((each) => each.entry)])
      // Browsers fetch other origins directly, but this pod reaches only the gateway.
      if (version.startsWith('/')) await ask(version);
      else console.log('not asked, as it is elsewhere:', version);
} catch (error) {
  console.log('BAD', error.message);
  failed = true;
}
process.exit(failed ? 1 : 0);
