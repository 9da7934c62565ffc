/** What the player offers beside stepping, by the words on its button. One is open at a time. */
export const tools = { find: 'Find', raw: 'Raw text', judge: 'Judge’s view', keys: 'Keys' } as const

export type Tool = keyof typeof tools
