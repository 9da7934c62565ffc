import chromium from '@sparticuz/chromium'
import { type Browser, chromium as launcher } from 'playwright-core'
import { type StaticServer, serve } from './serve.ts'

/** Starts the Chromium that comes with the dependencies. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  chromium.setGraphicsMode = false
  return launcher.launch({
    args: chromium.args.filter((flag) => !flag.startsWith('--headless') && flag !== '--single-process'),
    executablePath: await chromium.executablePath(),
    headless: true,
  })
}

export interface OpenSite {
  browser: Browser
  origin: string
  close(): Promise<void>
}

/** A browser, and a static server over a built site. One `close` stops both. */
export async function openSite(folder: string): Promise<OpenSite> {
  const server: StaticServer = await serve(folder)
  try {
    const browser = await launchBrowser()
    return {
      browser,
      origin: server.origin,
      close: async () => {
        await browser.close()
        await server.close()
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}
