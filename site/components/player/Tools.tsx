import { FindTool } from './FindTool.tsx'
import { JudgeView } from './JudgeView.tsx'
import { Keys } from './Keys.tsx'
import { PlainText } from './PlainText.tsx'
import { rawText } from './read.ts'
import type { Stage } from './stage.ts'
import type { Tool } from './tool.ts'

interface Props {
  tool: Tool
  stage: Stage
  /** The current frame, from 0. */
  index: number
  onFrame: (index: number) => void
}

/** What the player offers beside stepping. It is loaded when a reader first asks for it. */
export default function Tools({ tool, stage, index, onFrame }: Props) {
  const frame = stage.frames[index]
  if (tool === 'find') return <FindTool stage={stage} index={index} onFrame={onFrame} />
  if (tool === 'raw') return <PlainText label="What was recorded of this frame" text={frame ? rawText(frame) : ''} />
  if (tool === 'judge') return <JudgeView stage={stage} />
  return <Keys />
}

/** Puts what was recorded of a frame on the clipboard, exactly. */
export function copyFrame(frame: HTMLElement): Promise<void> {
  return navigator.clipboard.writeText(rawText(frame))
}
