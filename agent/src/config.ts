export const MODEL_NAME = 'gpt-5-mini'

/** How often the model is asked in one run, at most. */
export const STEP_CAP = 12

/** How long one reply may take, in milliseconds, before the request counts as lost and is sent again. */
export const REPLY_TIME_LIMIT = 180_000
