import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { figures } from '../../tools/figures/definitions.ts'
import { type OpenSite, openSite } from '../testing/browser.ts'

describe('counting again in the browser', () => {
  let site: OpenSite
  const complaints: string[] = []

  beforeAll(async () => {
    site = await openSite(inject('builtSite'))
  })
  afterAll(async () => {
    await site?.close()
  })

  async function recounted(): Promise<{ page: Page; said: string }> {
    const page = await site.browser.newPage()
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${site.origin}/figures/`)
    // Astro takes this attribute away once the button's code has come.
    await page.locator('astro-island:not([ssr])').waitFor()
    await page.getByRole('button', { name: 'Count again in this browser' }).click()
    const status = page.getByRole('status')
    await status.filter({ hasText: 'figures' }).waitFor()
    return { page, said: (await status.textContent()) ?? '' }
  }

  it('should find that every figure of the page agrees with the published files', async () => {
    const { page, said } = await recounted()
    expect(said).toContain(`${Object.keys(figures).length} figures counted again from 90 judgements`)
    expect(said).toContain('all agree')
    expect(complaints, 'the browser complains of nothing, the security policy included').toEqual([])
    expect(await page.locator('[data-recounted="agrees"]').count()).toBe(Object.keys(figures).length)
    await page.close()
  })

  it('should mark the rows of a page whose numbers are not those of the files', async () => {
    const file = join(inject('builtSite'), 'figures/index.html')
    const html = readFileSync(file, 'utf8')
    writeFileSync(file, html.replace(/(<a[^>]*data-figure="open\.confidence"[^>]*>)0\.9283</, '$10.9284<'))
    const { page, said } = await recounted()
    expect(said).toContain('1 of ')
    expect(await page.locator('[data-recounted="disagrees"]').getAttribute('id')).toBe('open.confidence')
    await page.close()
    writeFileSync(file, html)
  })
})
