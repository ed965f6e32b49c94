{{- define "parley.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "parley.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{- /* A deployment of one kind of process: `part` names it, `processes` is its part of the values, `only` what it runs. */ -}}
{{- define "parley.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "parley.name" .root }}-{{ .part }}
  labels: {{- include "parley.labels" . | nindent 4 }}
spec:
  replicas: {{ .processes.replicas }}
  selector:
    matchLabels: {{- include "parley.selector" . | nindent 6 }}
  strategy:
    # The old and the new version run side by side for a while: both stand it (docs/operations.md).
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels: {{- include "parley.labels" . | nindent 8 }}
      annotations:
        checksum/settings: {{ toYaml .root.Values.settings | sha256sum }}
        {{- with .root.Values.podAnnotations }}{{ toYaml . | nindent 8 }}{{ end }}
    spec:
      automountServiceAccountToken: false
      # Kubernetes would set PARLEY_PORT and the like to addresses, where the service is called parley.
      enableServiceLinks: false
      # A process ends within about ten seconds of SIGTERM.
      terminationGracePeriodSeconds: 30
      {{- with .root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {{- include "parley.selector" . | nindent 14 }}
      containers:
        - name: {{ .part }}
          image: {{ include "parley.image" .root }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: {{ toJson (concat (list "node" "--max-semi-space-size=16" "dist/cli/main.js" "start") .only) }}
          envFrom:
            - configMapRef: { name: {{ include "parley.name" .root }} }
            - secretRef: { name: {{ .root.Values.existingSecret }} }
          ports:
            - { name: http, containerPort: 3000 }
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
          {{- with .processes.resources }}
          resources: {{- toYaml . | nindent 12 }}
          {{- end }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: scratch, mountPath: /tmp }
      volumes:
        # Everything that lasts is in Postgres.
        - { name: data, emptyDir: {} }
        - { name: scratch, emptyDir: {} }
      {{- with .root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .root.Values.affinity }}
      affinity: {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}
