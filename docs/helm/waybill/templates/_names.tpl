{{- define "waybill.name" -}}
{{- $long := printf "%s-waybill" .Release.Name -}}
{{- contains "waybill" .Release.Name | ternary .Release.Name $long | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "waybill.selector" -}}
app.kubernetes.io/name: waybill
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "waybill.labels" -}}
{{ include "waybill.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
{{- end }}
