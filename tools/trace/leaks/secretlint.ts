import { lintSource } from '@secretlint/core'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { SecretLintRuleCreator } from '@secretlint/types'
import type { Finding } from './rules.ts'

/**
 * Secretlint's recommended rules, one by one. The rule that obeys `secretlint-disable` comments is left out: such a
 * comment in a text that a tool returned must not switch the search off. The scan for access key ids is switched on.
 */
const configured = rules
  .filter(({ meta }) => !meta.id.endsWith('-filter-comments'))
  .map((rule) => ({
    id: rule.meta.id,
    rule: rule as SecretLintRuleCreator,
    options: rule.meta.id.endsWith('-aws') ? { enableIDScanRule: true } : {},
  }))

/** What secretlint's recommended rules find in a text. A kind is the rule's last name: `github`, `privatekey`. */
export async function findBySecretlint(text: string): Promise<Finding[]> {
  // A byte order mark at the start would be taken off, and every range would be off by one.
  const guard = ' '
  const { messages } = await lintSource({
    source: { content: guard + text, filePath: 'trace.txt', ext: '.txt', contentType: 'text' },
    options: { config: { rules: configured }, noPhysicFilePath: true },
  })
  return messages.map(({ range: [start, end], ruleId }) => ({
    start: Math.max(start - guard.length, 0),
    end: end - guard.length,
    kind: ruleId.replace('@secretlint/secretlint-rule-', ''),
  }))
}
