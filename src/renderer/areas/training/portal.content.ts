/**
 * Teaching text of the portal. Its figures are those of the specification and stay literal: they
 * explain what a figure means and are no figures of this workspace.
 */

export interface TeachingFigure {
  readonly label: string;
  readonly value: string;
  readonly note: string;
  readonly explanation: string;
}

export const FIGURES: readonly TeachingFigure[] = [
  {
    label: 'Auto-resolution',
    value: '89%',
    note: 'of alerts closed without an analyst',
    explanation:
      'Counts only closings that stood. Those that an analyst took back are out, so that nobody can raise it by closing more.',
  },
  {
    label: 'False positive rate',
    value: '2.1%',
    note: 'of automatic closings taken back',
    explanation:
      'The price of automation. Read it together with the first figure: each alone can be made to look good.',
  },
  {
    label: 'Mean response',
    value: '45s',
    note: 'from creation to the first action',
    explanation:
      'A mean hides the slow ones. Ask also for the slowest of the critical alerts: that is the one an incident begins with.',
  },
  {
    label: 'Analyst time saved',
    value: '67%',
    note: 'against handling everything by hand',
    explanation:
      'Measured against a baseline of minutes per alert. The baseline is a setting: a figure without its baseline says nothing.',
  },
];

export interface DemoStage {
  /** Reached at this percentage. */
  readonly from: number;
  readonly title: string;
  readonly text: string;
}

/** What the live demo tells as it runs: one alert from its arrival to its closing. */
export const DEMO_STAGES: readonly DemoStage[] = [
  {
    from: 10,
    title: 'An alert arrives',
    text: 'EDR, 09:14:07: PowerShell fetched a script and ran it, on WS-SAL-011, parent deploy-agent.exe.',
  },
  {
    from: 30,
    title: 'Its surroundings are read',
    text: 'Owner d.marchetti, sales. The same rule fired on 31 desks within the hour; the script lies on our own share.',
  },
  {
    from: 50,
    title: 'It is compared with the past',
    text: '212 alerts of this rule in a year: 209 by the software distribution, 3 by attackers. The three had another parent and an address outside.',
  },
  {
    from: 70,
    title: 'A verdict is proposed',
    text: 'Software distribution, signed by us. Reasons: parent, path, signer, number of desks. Nothing speaks against it.',
  },
  {
    from: 90,
    title: 'It is closed, and can be taken back',
    text: 'Closed as a false positive with these reasons in its history. An analyst who sees more reopens it, and the rate of overturned closings counts it.',
  },
];
