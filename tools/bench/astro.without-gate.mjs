// The site's own configuration less the gate, for the benchmark only: it builds into a folder of its own, never dist.
import config from '../../astro.config.mjs'

export default {
  ...config,
  outDir: './.dist-without-gate',
  integrations: config.integrations.filter(({ name }) => name !== 'gate'),
}
