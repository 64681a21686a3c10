export const title = 'Help'

export const sections: readonly { readonly heading: string; readonly text: string }[] = [
  {
    heading: 'Get started',
    text: `- **Try it without a key.** *Welcome* opens the sandbox: notes of invented people and a service on this computer. It needs no account and no network.
- **Connect a workspace.** Enter the base address of the service and an API key. The key goes into your system’s keychain.
- **Create an endpoint** (*New endpoint* in *Endpoints*), or choose *Start live session* in the inspector, which opens a tunnel and creates one for you.
- **Watch deliveries arrive** in the inspector. Select one to see its verdict, headers and payload.`,
  },
  {
    heading: 'Receive from the internet',
    text: `The service sends to public https addresses only, and Notehook listens on this computer. A **tunnel** connects the two: your own domain, an SSH server, cloudflared or ngrok.

| Tunnel | You need | Public address |
|---|---|---|
| Custom domain | your own reverse proxy or domain that forwards to the listener | the one you enter |
| SSH server | ssh, and a server with https in front of a port, or a public tunnel host | yours, or the host’s |
| cloudflared | the program cloudflared; an account only for a named tunnel | new at each start, or the named tunnel’s |
| ngrok | an authtoken, stored in the keychain | the account’s, or a reserved domain |
| Running ngrok agent | an agent that you started | the agent’s |

- An address counts as up only after a probe that was sent out through it has come back here. The probe is repeated every minute.
- *Start live session* opens the tunnel used last and creates an endpoint. A temporary one is deleted when you stop or quit.
- Only the listener can be reached through a tunnel. Everything else gets a 404.
- If this computer sleeps, the service retries. What it no longer retries is listed in *Needs attention*.`,
  },
  {
    heading: 'What was missed?',
    text: `The service has no replay, and it disables an endpoint after 4 days of failures. Notehook compares the notes with the newest event that each endpoint received.

- *Missed events* lists the notes whose event never arrived, since when and why: disabled, failing, tunnel down, not running or unknown.
- *Catch up…* sends one marked event for each of them to your receiver. A second run sends nothing twice.
- A warning comes once after a day of failures and once after three.`,
  },
  {
    heading: 'Why is a delivery not verified?',
    text: `Open it and choose *Verification*. Each check says what was expected and what came.

- **No secret**: import the endpoint’s signing secret, or replace the endpoint.
- **Signature does not match**: the body was changed on its way, often by a proxy that formats JSON, or the secret belongs to another endpoint.
- **Too old**: the clock of this computer is wrong, or the delivery was delayed. The tolerance is in the settings.`,
  },
  {
    heading: 'Can’t find a note?',
    text: 'Open *Notes* and choose *Can’t find a note?* Paste an id or a link, or type a title. Notehook checks everything that can hide a note and says what to do.',
  },
  {
    heading: 'Session files',
    text: 'To hand deliveries to a colleague, choose *Export…* in the inspector and the format *Session*. Notehook opens the file from the ⋯ menu of the inspector, and on the desktop also by a double click. It only shows it: nothing in the file is run, stored or sent.',
  },
  {
    heading: 'Keys and data',
    text: `- API keys and signing secrets are in the system’s keychain, and nowhere else on the disk.
- Everything else is in the data folder: *Help → Open Data Folder* on the desktop, and *Settings → About* shows its path.
- Notehook sends nothing anywhere except to the service and through the tunnel that you chose.`,
  },
  {
    heading: 'When something goes wrong',
    text: `- Messages in the window say what happened and what to do. *Needs attention* lists what is left to decide.
- On the desktop, *Help → Show Log* opens the log, and *Help → Report a Problem* copies the versions and the end of the log without keys and secrets. Nothing is sent.
- If the window crashes or hangs, deliveries are still received and stored.`,
  },
]
