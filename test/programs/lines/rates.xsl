<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="text"/>
  <xsl:template match="/">
    <xsl:for-each select="//rate">
      <xsl:value-of select="concat(rate_date, ' ', base, ' ', quote, ' ', value, '&#10;')"/>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
