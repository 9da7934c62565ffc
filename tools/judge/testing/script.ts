import * as z from 'zod'
import { chatReply } from '../../trace/testing/chat-reply.ts'
import type { ReceivedRequest, Script, ScriptedReply } from '../../trace/testing/scripted-server.ts'
import type { PanelCase } from '../panel.ts'
import { judgePrompt } from '../prompt.ts'
import type { PlantedJudge, PlantedReply } from './planted.ts'

const chatRequest = z.object({ messages: z.tuple([z.object({ content: z.string() })]) })

/** The prompt that a request holds. */
export function promptIn({ json }: Pick<ReceivedRequest, 'json'>): string {
  return chatRequest.parse(json).messages[0].content
}

/** A script by which a server answers as a planted judge does, or as `change` makes of its reply. */
export function scriptOf(
  cases: readonly PanelCase[],
  judge: PlantedJudge,
  change: (
    reply: PlantedReply,
    request: ReceivedRequest,
    judged: PanelCase,
  ) => ScriptedReply | Promise<ScriptedReply> = answerOf,
): Script {
  const prompts = new Map(cases.map((judged) => [judgePrompt(judged.transcript, judged.question), judged]))
  const asked = new Map<string, number>()
  return (request) => {
    const judged = prompts.get(promptIn(request))
    if (!judged) return { status: 418, body: { error: { message: 'no case has this prompt' } } }
    const before = asked.get(judged.id) ?? 0
    asked.set(judged.id, before + 1)
    return change(judge(judged, before), request, judged)
  }
}

export function answerOf(reply: PlantedReply): ScriptedReply {
  return chatReply({ content: JSON.stringify(reply) })
}
