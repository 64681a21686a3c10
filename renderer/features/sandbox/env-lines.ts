/** What a receiver reads at its start. */
export const envLines = (baseUrl: string, apiKey: string) =>
  `NOTES_API_URL=${baseUrl}\nNOTES_API_KEY=${apiKey}`

/** The key without what makes it one. */
export const hiddenKey = (hint: string) => `••••••••${hint}`
